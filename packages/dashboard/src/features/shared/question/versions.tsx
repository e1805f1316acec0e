import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { ReportPending } from "../../../layout/report-pending.tsx";
import { useSiteView } from "../../../layout/site-view.ts";
import { Button } from "../../../ui/button.tsx";
import { Badge } from "../../../ui/form/choice.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { useSiteMoment } from "../time/use-site-moment.ts";
import { useQuickWrite } from "../write/use-quick-write.ts";
import css from "./question.module.css";
import { restoreVersion, useVersions, type Versioned } from "./saved.ts";

/** The kept versions of a saved question or a board, each of which can become the newest one. */
export const Versions = ({ item, onClose }: { item: Versioned; onClose(): void }) => {
	const { board: texts, question } = useAreaWords("explore");
	const { words } = useWording();
	const { site } = useSiteView();
	const momentOf = useSiteMoment();
	const write = useQuickWrite();
	const report = useVersions(item);
	return (
		<Dialog
			title={texts.versionsTitle}
			onClose={onClose}
			foot={
				<Button kind="quiet" onClick={onClose}>
					{words.part.close}
				</Button>
			}
		>
			{report.data ? (
				<ul class={css["versions"]}>
					{report.data.map(({ version, name, userName, savedAt, isCurrent }) => (
						<li key={version}>
							<span>
								{texts.version(String(version))}: {name}
							</span>
							<span class="mut">
								{momentOf(savedAt)} {userName && question.by(userName)}
							</span>
							<span class="end">
								{isCurrent ? (
									<Badge>{texts.current}</Badge>
								) : (
									<Button
										aria-label={`${texts.restore}: ${texts.version(String(version))}`}
										onClick={() =>
											void write(
												() => restoreVersion(site.id, item, version),
												texts.restored(String(version)),
											).then(onClose)
										}
									>
										{texts.restore}
									</Button>
								)}
							</span>
						</li>
					))}
				</ul>
			) : (
				<ReportPending report={report} rows={4} />
			)}
		</Dialog>
	);
};
