import { useMemo, useState } from "preact/hooks";
import { useWords } from "../../i18n/language.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { useWrite } from "../../layout/write/use-write.ts";
import { useAddress } from "../../router/use-address.ts";
import { Banner } from "../../ui/banner.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Crumbs, usePageLink } from "../shared/report/crumbs.tsx";
import report from "../shared/report/report.module.css";
import { useDraft } from "../shared/write/drafts.ts";
import { focusFault } from "../shared/write/focus-fault.ts";
import { FormButtons } from "../shared/write/form-buttons.tsx";
import { useKeptNote } from "../shared/write/use-kept-note.ts";
import { type Alert, saveAlert } from "./alert-api.ts";
import { draftOf, newDraft, problemsOf, ruleOf } from "./alert-draft.ts";
import css from "./alerts.module.css";
import { ChannelFields, QuietFields } from "./delivery-fields.tsx";
import { DryRunPanel } from "./dry-run.tsx";
import { ruleText } from "./rule-text.ts";
import { Sentence } from "./sentence.tsx";
import { useRuleWording } from "./use-rule-wording.ts";

const MAX_NAME = 120;

/** Adds an alert or changes one; what is not saved is kept until the tab is closed. */
export const AlertForm = ({ alert }: { alert?: Alert }) => {
	const words = useWords();
	const wording = useRuleWording(true);
	const { own } = wording;
	const { form: texts } = own;
	const { site, timeZone } = useSiteView();
	const { destination, goTo } = useAddress();
	const pageLink = usePageLink();
	const saved = useMemo(
		() => (alert ? draftOf(alert.name, alert.rule, timeZone) : newDraft(timeZone)),
		[alert?.alertId, alert?.updatedAt, timeZone],
	);
	const key = `${site.id} alert ${alert?.alertId ?? "new"}`;
	const { fields: draft, isChanged, change, discard } = useDraft(key, saved);
	const [hasTried, setHasTried] = useState(false);
	const { isBusy, error, write, clear } = useWrite();
	const problems = problemsOf(draft);
	const title = alert ? texts.edit : texts.add;
	const shownName = alert?.name ?? texts.add;
	useKeptNote(key, texts.kept(shownName));
	const complain = () => {
		setHasTried(true);
		focusFault();
	};
	const save = async () => {
		if (problems.size > 0) return complain();
		const rule = ruleOf(draft);
		const name = (draft.name.trim() || ruleText(rule, wording)).slice(0, MAX_NAME);
		let alertId = 0;
		const isSaved = await write(async () => {
			alertId = await saveAlert(site.id, { alertId: alert?.alertId, name, rule });
		});
		if (!isSaved) return;
		discard();
		toast(texts.saved);
		if (destination.to === "site") goTo({ ...destination, rest: [String(alertId)] });
	};
	const fields = {
		draft,
		wording,
		problems: hasTried ? problems : new Set<never>(),
		onChange: (part: Partial<typeof draft>) => {
			clear();
			change(part);
		},
	};
	return (
		<>
			<PageHead title={`${title} · ${words.page.alerts}`} of={site.domain}>
				<Crumbs page="alerts" name={alert ? alert.name : title} />
			</PageHead>
			<div class={report["builder"]}>
				<Panel
					label={title}
					title={title}
					foot={
						<FormButtons
							save={texts.save}
							isBusy={isBusy}
							onSave={() => void save()}
							discard={isChanged && { label: texts.discard, onDiscard: discard }}
							cancelHref={alert ? pageLink("alerts", String(alert.alertId)) : pageLink("alerts")}
						/>
					}
				>
					<form
						class={report["form"]}
						noValidate
						onSubmit={(event) => {
							event.preventDefault();
							void save();
						}}
					>
						<Sentence {...fields} />
						<p class={css["read"]} aria-live="polite">
							{problems.size === 0 && ruleText(ruleOf(draft), wording)}
						</p>
						<TextField
							label={texts.name}
							hint={texts.nameHint}
							value={draft.name}
							maxLength={MAX_NAME}
							autocomplete="off"
							onInput={({ currentTarget }) => fields.onChange({ name: currentTarget.value })}
						/>
						<ChannelFields {...fields} />
						<QuietFields {...fields} />
						{error && <Banner tone="bad">{error}</Banner>}
						{/* Enter in a field submits. */}
						<button type="submit" hidden />
					</form>
				</Panel>
				<div class={report["preview"]}>
					<DryRunPanel
						rule={problems.size === 0 ? ruleOf(draft) : undefined}
						wording={wording}
						onProblem={complain}
					/>
				</div>
			</div>
		</>
	);
};
