import { useState } from "preact/hooks";
import { failureOf, type RequestFailure } from "../../../api/failure.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWords } from "../../../i18n/language.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { Button } from "../../../ui/button.tsx";
import { BareInput } from "../../../ui/form/field.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { toast } from "../../../ui/overlay/toast.tsx";
import { useDraft } from "../../shared/write/drafts.ts";
import { type SiteConfig, saveSiteConfig } from "../config/site-config.ts";
import { Setting } from "../frame/section.tsx";
import { isShorter, RETENTIONS, type RetentionKind, retentionDaysOf } from "./switch-groups.ts";
import css from "./tracking.module.css";

type SettingsWords = ReturnType<typeof useAreaWords<"settings">>;

const textsOf = ({ tracking }: SettingsWords, kind: RetentionKind) => {
	if (kind === "replays")
		return {
			name: tracking.retention,
			label: tracking.retentionLabel,
			hint: tracking.retentionHint,
			bad: tracking.retentionBad,
			title: tracking.shortenTitle,
			ask: tracking.shortenText,
		};
	const [name, hint] = tracking.kept[kind];
	return {
		...{ name, hint, label: name },
		bad: tracking.keptBad(String(RETENTIONS[kind].most)),
		title: tracking.keptTitle,
		ask: tracking.keptText,
	};
};

/** How long data is kept. A shorter period deletes some of it, so it needs confirmation. */
export const RetentionSetting = ({ config, kind }: { config: SiteConfig; kind: RetentionKind }) => {
	const words = useWords();
	const texts = useAreaWords("settings");
	const { site } = useSiteView();
	const { setting } = RETENTIONS[kind];
	const { name, label, hint, bad, title, ask } = textsOf(texts, kind);
	const saved = String(config[setting]);
	const draft = useDraft(`${site.id} tracking ${kind}`, { days: saved });
	const [failure, setFailure] = useState<RequestFailure>();
	const [isConfirming, setIsConfirming] = useState(false);
	const { days: text } = draft.fields;
	const days = retentionDaysOf(text, kind);
	const save = async () => {
		setIsConfirming(false);
		if (days === undefined) return;
		setFailure(undefined);
		try {
			await saveSiteConfig(site.id, { [setting]: days });
			draft.discard();
			toast(texts.saved(name));
		} catch (thrown) {
			setFailure(failureOf(thrown));
		}
	};
	const submit = () => {
		if (days === undefined || !draft.isChanged) return;
		if (isShorter(days, config[setting])) setIsConfirming(true);
		else void save();
	};
	if (!site.mayConfigure) return <Setting name={name}>{texts.tracking.days(saved)}</Setting>;
	return (
		<>
			<Setting name={name} hint={days === undefined ? bad : hint} failure={failure} isTall>
				<form
					class="row"
					noValidate
					onSubmit={(event) => {
						event.preventDefault();
						submit();
					}}
				>
					<BareInput
						label={label}
						class={css["days"]}
						value={text}
						onInput={({ currentTarget }) => draft.change({ days: currentTarget.value })}
					/>
					<Button type="submit" aria-disabled={!draft.isChanged || days === undefined}>
						{texts.save}
					</Button>
				</form>
			</Setting>
			{isConfirming && (
				<Dialog
					title={title}
					onClose={() => setIsConfirming(false)}
					foot={
						<>
							<Button kind="quiet" onClick={() => setIsConfirming(false)}>
								{words.part.cancel}
							</Button>
							<Button kind="solid" onClick={() => void save()}>
								{texts.tracking.shorten}
							</Button>
						</>
					}
				>
					<p>{ask(text.trim())}</p>
				</Dialog>
			)}
		</>
	);
};
