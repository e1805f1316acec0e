import { useState } from "preact/hooks";
import { useMemberships } from "../../api/sites.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useAddress } from "../../router/use-address.ts";
import { Button } from "../../ui/button.tsx";
import { useKeys } from "../shared/access/key-api.ts";
import { KeyForm, MadeKey } from "../shared/access/key-form.tsx";
import { KeyTable } from "../shared/access/key-table.tsx";

/** Keys that act as the person. */
export const OwnKeys = () => {
	const words = useAreaWords("around");
	const { address, change } = useAddress();
	const report = useKeys(undefined);
	const memberships = useMemberships(false).data ?? [];
	const onlyReads = memberships.length > 0 && memberships.every(({ role }) => role === "viewer");
	const [made, setMade] = useState<string>();
	const close = () => change({ open: undefined });
	const add = <Button onClick={() => change({ open: "key" })}>{words.keys.add}</Button>;
	return (
		<>
			<KeyTable
				label={words.account.keys}
				title={words.account.keys}
				aside={(report.data?.length ?? 0) > 0 && add}
				organizationId={undefined}
				report={report}
				add={add}
			/>
			{address.open === "key" && (
				<KeyForm
					organizationId={undefined}
					onlyReads={onlyReads}
					onMade={(key) => {
						setMade(key);
						close();
					}}
					onClose={close}
				/>
			)}
			{made !== undefined && <MadeKey value={made} onClose={() => setMade(undefined)} />}
		</>
	);
};
