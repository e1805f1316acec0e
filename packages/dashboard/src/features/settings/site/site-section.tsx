import { useState } from "preact/hooks";
import type { RequestFailure } from "../../../api/failure.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { joinIsolated } from "../../../i18n/isolated.ts";
import { useWording } from "../../../i18n/language.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { useWrite } from "../../../layout/write/use-write.ts";
import { CopyButton } from "../../../ui/copy.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { SelectField, TextField } from "../../../ui/form/field.tsx";
import { toast } from "../../../ui/overlay/toast.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { useDraft } from "../../shared/write/drafts.ts";
import { type SiteConfig, saveSiteConfig } from "../config/site-config.ts";
import css from "../frame/frame.module.css";
import { SaveBar } from "../frame/save-bar.tsx";
import { FailureLine, Section, Setting } from "../frame/section.tsx";
import { labelsOf, timeZoneChoices } from "./site-fields.ts";

/** `timeZone` is null for a site without one of its own. */
type Fields = Pick<SiteConfig, "name" | "domain" | "type" | "tags"> & { timeZone: string | null };

const fieldsOf = ({ name, domain, timeZone, hasTimeZone, type, tags }: SiteConfig): Fields => ({
	name,
	domain,
	timeZone: hasTimeZone ? timeZone : null,
	type,
	tags,
});

/** The error of each field; an error that belongs to no field is under `form`. */
const useErrors = (failure: RequestFailure | undefined) => {
	const { words } = useWording();
	const texts = useAreaWords("settings").site;
	const isAboutDomain = failure !== undefined && /domain/i.test(failure.message);
	const name = failure?.fields["name"] && words.sites.nameBad;
	const domain =
		failure?.status === 409
			? texts.domainTaken
			: failure?.fields["domain"] || isAboutDomain
				? words.sites.domainBad
				: undefined;
	const tags = failure?.fields["tags"] && texts.labelsBad;
	return { name, domain, tags, form: name || domain || tags ? undefined : failure };
};

const SiteForm = ({ config }: { config: SiteConfig }) => {
	const { words } = useWording();
	const texts = useAreaWords("settings");
	const { site } = useSiteView();
	const saved = fieldsOf(config);
	const draft = useDraft<Fields>(`${site.id} site`, saved);
	const { fields } = draft;
	const { isBusy, failure, write, clear } = useWrite();
	const errors = useErrors(failure);
	const [labels, setLabels] = useState(fields.tags.join(", "));
	const discard = () => {
		draft.discard();
		clear();
		setLabels(saved.tags.join(", "));
	};
	const save = () => {
		if (!draft.isChanged) return;
		const before = Object.fromEntries(
			Object.keys(draft.changes).map((name) => [name, saved[name as keyof Fields]]),
		);
		const undo = async () => {
			await saveSiteConfig(site.id, before);
			setLabels(saved.tags.join(", "));
		};
		void write(async () => {
			await saveSiteConfig(site.id, draft.changes);
			draft.discard();
			toast(texts.saved(texts.section.site), () => void write(undo));
		});
	};
	return (
		<form
			class="col"
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				save();
			}}
		>
			<Panel label={texts.section.site} isPadded>
				<div class={css["form"]}>
					<TextField
						label={words.sites.name}
						value={fields.name}
						maxLength={255}
						error={errors.name}
						onInput={({ currentTarget }) => draft.change({ name: currentTarget.value })}
					/>
					<TextField
						label={words.sites.domain}
						hint={texts.site.domainHint}
						value={fields.domain}
						error={errors.domain}
						onInput={({ currentTarget }) => draft.change({ domain: currentTarget.value })}
					/>
					<SelectField
						label={texts.site.timeZone}
						hint={texts.site.timeZoneHint}
						value={fields.timeZone ?? ""}
						choices={[
							["", texts.site.noTimeZone],
							...timeZoneChoices(fields.timeZone ?? config.timeZone).map(
								(zone) => [zone, zone] as const,
							),
						]}
						onChoose={(zone) => draft.change({ timeZone: zone === "" ? null : zone })}
					/>
					<SelectField
						label={texts.site.type}
						hint={texts.site.typeHint}
						value={fields.type}
						choices={[
							["web", texts.site.types.web],
							["mobile", texts.site.types.mobile],
						]}
						onChoose={(type) => draft.change({ type })}
					/>
					<div class={css["whole"]}>
						<TextField
							label={texts.site.labels}
							hint={texts.site.labelsHint}
							value={labels}
							error={errors.tags}
							onInput={({ currentTarget }) => {
								setLabels(currentTarget.value);
								draft.change({ tags: labelsOf(currentTarget.value) });
							}}
						/>
					</div>
				</div>
			</Panel>
			{errors.form && <FailureLine failure={errors.form} />}
			<SaveBar isChanged={draft.isChanged} isBusy={isBusy} onDiscard={discard} />
		</form>
	);
};

/** Name, domain, time zone and kind of a site, and its ids elsewhere. */
export const SiteSection = ({ config }: { config: SiteConfig }) => {
	const { words, locale } = useWording();
	const texts = useAreaWords("settings");
	const { site } = useSiteView();
	const created = new Intl.DateTimeFormat(locale, { dateStyle: "long" });
	return (
		<>
			<Section title={texts.section.site}>
				{site.mayConfigure ? (
					<SiteForm config={config} />
				) : (
					<Panel label={texts.section.site} isPadded>
						<Facts
							facts={[
								[words.sites.name, config.name],
								[words.sites.domain, config.domain],
								[texts.site.timeZone, config.hasTimeZone ? config.timeZone : texts.site.noTimeZone],
								[texts.site.type, texts.site.types[config.type]],
								[texts.site.labels, joinIsolated(config.tags, ", ") || texts.none],
							]}
						/>
					</Panel>
				)}
			</Section>
			<Section title={texts.site.identity} isPart>
				<Panel label={texts.site.identity}>
					<Setting name={texts.site.id} hint={texts.site.idHint(String(site.siteId))} isTall>
						<span class="row wrap">
							<code class="mono">{site.id}</code>
							<CopyButton text={site.id} label={texts.site.copyId} />
						</span>
					</Setting>
					<Setting name={texts.site.created}>{created.format(new Date(site.createdAt))}</Setting>
				</Panel>
			</Section>
		</>
	);
};
