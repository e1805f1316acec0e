import { useState } from "preact/hooks";
import { answerOf, client } from "../../api/client.ts";
import { createOrganization, createSite } from "../../api/own-sites.ts";
import { invalidate } from "../../api/query-cache.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { useWrite } from "../../layout/write/use-write.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import type { SiteToStart } from "./listening.tsx";

interface SiteFormProps {
	/** The site to name; absent when there is none yet. */
	site: SiteToStart | undefined;
	/** The organization of a new site; absent before there is one. */
	organizationId: string | undefined;
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

/** The first start created the site with a placeholder domain. */
const isPlaceholder = (site: SiteToStart | undefined) => site?.domain === "localhost";

/** Name and domain of the first site. */
export const SiteForm = (props: SiteFormProps) => {
	const words = useWords();
	const start = useAreaWords("start");
	const { site } = props;
	const given = isPlaceholder(site) ? undefined : site;
	const [name, setName] = useState(given?.name ?? "");
	const [domain, setDomain] = useState(given?.domain ?? "");
	const [errors, setErrors] = useState<{ name?: string; domain?: string }>({});
	const { isBusy, failure, error, write } = useWrite();
	const submit = () => {
		const missing = {
			...(name.trim() === "" && { name: words.sites.nameBad }),
			...(domain.trim() === "" && { domain: words.sites.domainBad }),
		};
		setErrors(missing);
		if (Object.keys(missing).length > 0) return;
		void write(async () => {
			const id = await save(props, { name: name.trim(), domain: domain.trim() });
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
				<TextField
					label={words.sites.name}
					value={name}
					placeholder="Quill"
					error={errors.name}
					onInput={({ currentTarget }) => setName(currentTarget.value)}
				/>
				<TextField
					label={words.sites.domain}
					value={domain}
					placeholder="quill.example"
					hint={words.sites.domainHint}
					error={errors.domain ?? refused}
					onInput={({ currentTarget }) => setDomain(currentTarget.value)}
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
