import { useState } from "preact/hooks";
import { apiHref } from "../../api/client.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { useAddress } from "../../router/use-address.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useKeys } from "../shared/access/key-api.ts";
import { KeyForm, MadeKey } from "../shared/access/key-form.tsx";
import { KeyTable } from "../shared/access/key-table.tsx";
import type { SectionProps } from "./section.ts";

/** Keys of the organization: for servers and scripts that must not depend on a membership. */
export const OrganizationKeys = ({ organization, which, links }: SectionProps) => {
	const frame = useWords();
	const words = useAreaWords("around").keys;
	const { address, change } = useAddress();
	const report = useKeys(organization.id);
	const [made, setMade] = useState<string>();
	const close = () => change({ open: undefined });
	const add = (
		<Button kind="main" onClick={() => change({ open: "key" })}>
			<Icon name="plus" />
			{words.add}
		</Button>
	);
	return (
		<>
			<PageHead
				title={frame.menu.keys}
				of={organization.name}
				aside={which}
				actions={
					<>
						<LinkButton kind="quiet" href={apiHref("/api/docs")} target="_blank" rel="noopener">
							{words.docs}
							<Icon name="out" />
						</LinkButton>
						{(report.data?.length ?? 0) > 0 && add}
					</>
				}
			/>
			{links}
			<KeyTable
				label={frame.menu.keys}
				organizationId={organization.id}
				report={report}
				add={add}
			/>
			{address.open === "key" && (
				<KeyForm
					organizationId={organization.id}
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
