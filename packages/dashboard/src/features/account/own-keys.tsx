import { useState } from "preact/hooks";
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
