import { answerOf, client } from "../../api/client.ts";
import { createOrganization, createSite } from "../../api/own-sites.ts";
import { invalidate } from "../../api/query-cache.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import type { useWrite } from "../../layout/write/use-write.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { useSiteFields } from "../shared/write/use-site-fields.ts";
import type { SiteToStart } from "./listening.tsx";

interface SiteFormProps {
	/** The site to name; absent when there is none yet. */
	site: SiteToStart | undefined;
	/** Whether the site has the name and the domain that somebody gave it. */
	isNamed: boolean;
	/** The organization of a new site; absent before there is one. */
	organizationId: string | undefined;
	saving: ReturnType<typeof useWrite>;
	onDone(site: string): void;
}

const save = async (props: SiteFormProps, fields: { name: string; domain: string }) => {
	if (props.site) {
		const { id } = props.site;
		await answerOf(
			client.PUT("/api/sites/{site}/config", { params: { path: { site: id } }, body: fields }),
		);
		return id;
	}
	const organizationId = props.organizationId ?? (await createOrganization(fields.name));
	return (await createSite(organizationId, fields)).id;
};

/** Name and domain of the first site. */
export const SiteForm = (props: SiteFormProps) => {
	const words = useWords();
	const start = useAreaWords("start");
	const { name, domain, checked } = useSiteFields(props.isNamed ? props.site : undefined);
	const { isBusy, failure, error, write } = props.saving;
	const submit = () => {
		const fields = checked();
		if (fields === undefined) return;
		void write(async () => {
			const id = await save(props, fields);
			await invalidate(["organizations"]);
			props.onDone(id);
		});
	};
	const refused = failure?.status === 400 ? words.sites.domainBad : error;
	return (
		<form
			class="col"
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				submit();
			}}
		>
			<div class="two">
				<TextField {...name} label={words.sites.name} placeholder="Quill" />
				<TextField
					{...domain}
					label={words.sites.domain}
					placeholder="quill.example"
					hint={words.sites.domainHint}
					error={domain.error ?? refused}
				/>
			</div>
			<div>
				<Button kind="main" type="submit" disabled={isBusy}>
					{start.welcome.next}
				</Button>
			</div>
		</form>
	);
};
