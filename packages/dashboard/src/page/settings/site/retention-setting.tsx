import { useState } from "preact/hooks";
import { failureOf, type RequestFailure } from "../../../api/failure.ts";
import { Button } from "../../../part/button.tsx";
import { Dialog } from "../../../part/dialog.tsx";
import { BareInput } from "../../../part/field.tsx";
import { toast } from "../../../part/toast.tsx";
import { useSiteView } from "../../../shell/site-view.ts";
import { useAreaWords } from "../../../words/areas.ts";
import { useWords } from "../../../words/language.ts";
import { useDraft } from "../config/drafts.ts";
import { type SiteConfig, saveSiteConfig } from "../config/site-config.ts";
import { Setting } from "../frame/section.tsx";
import { retentionDaysOf } from "./switch-groups.ts";
import css from "./tracking.module.css";

/** How long recordings are kept. Fewer days than before delete recordings, so that is asked first. */
export const RetentionSetting = ({ config }: { config: SiteConfig }) => {
	const words = useWords();
	const texts = useAreaWords("settings");
	const { site } = useSiteView();
	const saved = String(config.replayRetentionDays);
	const draft = useDraft(`${site.id} tracking`, { days: saved });
	const [failure, setFailure] = useState<RequestFailure>();
	const [isAsking, setIsAsking] = useState(false);
	const { days: text } = draft.fields;
	const days = retentionDaysOf(text);
	const save = async () => {
		setIsAsking(false);
		if (days === undefined) return;
		setFailure(undefined);
		try {
			await saveSiteConfig(site.id, { replayRetentionDays: days });
			draft.discard();
			toast(texts.saved(texts.tracking.retention));
		} catch (thrown) {
			setFailure(failureOf(thrown));
		}
	};
	const submit = () => {
		if (days === undefined || !draft.isChanged) return;
		if (days < config.replayRetentionDays) setIsAsking(true);
		else void save();
	};
	if (!site.mayConfigure)
		return <Setting name={texts.tracking.retention}>{texts.tracking.days(saved)}</Setting>;
	return (
		<>
			<Setting
				name={texts.tracking.retention}
				hint={days === undefined ? texts.tracking.retentionBad : texts.tracking.retentionHint}
				failure={failure}
			>
				<form
					class="row"
					noValidate
					onSubmit={(event) => {
						event.preventDefault();
						submit();
					}}
				>
					<BareInput
						label={texts.tracking.retentionLabel}
						class={css["days"]}
						value={text}
						onInput={({ currentTarget }) => draft.change({ days: currentTarget.value })}
					/>
					<Button type="submit" aria-disabled={!draft.isChanged || days === undefined}>
						{texts.save}
					</Button>
				</form>
			</Setting>
			{isAsking && (
				<Dialog
					title={texts.tracking.shortenTitle}
					onClose={() => setIsAsking(false)}
					foot={
						<>
							<Button kind="quiet" onClick={() => setIsAsking(false)}>
								{words.part.cancel}
							</Button>
							<Button kind="solid" onClick={() => void save()}>
								{texts.tracking.shorten}
							</Button>
						</>
					}
				>
					<p>{texts.tracking.shortenText(text.trim())}</p>
				</Dialog>
			)}
		</>
	);
};
