import { useState } from "preact/hooks";
import { createSite } from "../../api/own-sites.ts";
import { invalidate } from "../../api/query-cache.ts";
import type { Membership } from "../../api/sites.ts";
import { useWords } from "../../i18n/language.ts";
import { useWrite } from "../../layout/write/use-write.ts";
import { useAddress } from "../../router/use-address.ts";
import { SelectField, TextField } from "../../ui/form/field.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import { useSiteFields } from "../shared/write/use-site-fields.ts";

interface AddSiteProps {
	/** The organizations in which the viewer may add a site; at least one. */
	organizations: readonly Membership[];
	onClose(): void;
}

/** Creates a site from a name and a domain; the next page waits for its first visit. */
export const AddSite = ({ organizations, onClose }: AddSiteProps) => {
	const words = useWords();
	const { go } = useAddress();
	const [organizationId, setOrganizationId] = useState(organizations[0]?.id ?? "");
	const { name, domain, checked } = useSiteFields();
	const { isBusy, failure, error, write } = useWrite();
	const add = () => {
		const fields = checked();
		if (fields === undefined) return;
		void write(async () => {
			const site = await createSite(organizationId, fields);
			await invalidate(["organizations"]);
			go(`/welcome?site=${site.id}&step=2`);
		});
	};
	const refused = failure?.status === 400 ? words.sites.domainBad : error;
	return (
		<FormDialog
			title={words.sites.addTitle}
			action={words.sites.add}
			isReady={!isBusy}
			onSubmit={add}
			onClose={onClose}
		>
			{organizations.length > 1 && (
				<SelectField
					label={words.sites.organization}
					value={organizationId}
					choices={organizations.map((one) => [one.id, one.name])}
					onChoose={setOrganizationId}
				/>
			)}
			<TextField label={words.sites.name} {...name} />
			<TextField
				{...domain}
				label={words.sites.domain}
				hint={words.sites.domainHint}
				placeholder="quill.example"
				error={domain.error ?? refused}
			/>
		</FormDialog>
	);
};
