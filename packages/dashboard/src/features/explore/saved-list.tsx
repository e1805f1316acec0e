import { useState } from "preact/hooks";
import { useAreaWords } from "../../i18n/areas.ts";
import { ReportPending } from "../../layout/report-pending.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { Badge } from "../../ui/form/choice.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";
import { Popover, PopoverBody } from "../../ui/overlay/popover.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import { Panel } from "../../ui/panel.tsx";
import type { ViewedQuestion } from "../shared/question/question-address.ts";
import { NameDialog, useMayShare } from "../shared/question/save-dialogs.tsx";
import {
	changeQuestion,
	deleteQuestion,
	type SavedQuestion,
	useSavedQuestions,
} from "../shared/question/saved.ts";
import { Versions } from "../shared/question/versions.tsx";
import { Confirm } from "../shared/write/confirm.tsx";
import { useQuickWrite } from "../shared/write/use-quick-write.ts";
import css from "./explore.module.css";

type DialogName = "rename" | "versions" | "delete";

const Dialogs = ({
	saved: { questionId, name },
	dialog,
	onClose,
}: {
	saved: SavedQuestion;
	dialog: DialogName;
	onClose(): void;
}) => {
	const { question: texts } = useAreaWords("explore");
	const { site } = useSiteView();
	if (dialog === "versions") return <Versions item={{ questionId }} onClose={onClose} />;
	if (dialog === "rename")
		return (
			<NameDialog
				title={texts.renameTitle}
				action={texts.save}
				label={texts.name}
				initial={name}
				onSave={async (next) => {
					await changeQuestion(site.id, questionId, { name: next });
					toast(texts.savedNow(next));
				}}
				onClose={onClose}
			/>
		);
	return (
		<Confirm
			title={texts.deleteTitle(name)}
			action={texts.deleteAction}
			change={() => deleteQuestion(site.id, questionId)}
			onDone={() => {
				toast(texts.deleted(name));
				onClose();
			}}
			onClose={onClose}
		>
			{texts.deleteText}
		</Confirm>
	);
};

/** What its author and administrators do with a saved question. */
const Actions = ({ saved, viewed }: { saved: SavedQuestion; viewed: ViewedQuestion }) => {
	const { question: texts, board } = useAreaWords("explore");
	const { site } = useSiteView();
	const mayShare = useMayShare();
	const write = useQuickWrite();
	const [dialog, setDialog] = useState<DialogName>();
	const { questionId, siteId, name } = saved;
	const label = texts.actions(name);
	const scope = siteId === null ? "site" : "organization";
	return (
		<span class="end">
			<Popover
				kind="quiet"
				isIcon
				size="s"
				label={label}
				title={label}
				button={<Icon name="more" />}
			>
				{(close) => (
					<PopoverBody>
						<Menu
							label={label}
							onDone={close}
							items={[
								{ id: "rename", label: texts.rename, onPick: () => setDialog("rename") },
								{
									id: "replace",
									label: texts.replace,
									onPick: () =>
										void write(
											() => changeQuestion(site.id, questionId, viewed),
											texts.savedNow(name),
										),
								},
								{ id: "versions", label: board.versions, onPick: () => setDialog("versions") },
								...(mayShare
									? [
											{
												id: "scope",
												label: siteId === null ? texts.onlyHere : texts.everywhere,
												onPick: () =>
													void write(
														() => changeQuestion(site.id, questionId, { scope }),
														texts.savedNow(name),
													),
											},
										]
									: []),
								{ id: "delete", label: texts.deleteAction, onPick: () => setDialog("delete") },
							]}
						/>
					</PopoverBody>
				)}
			</Popover>
			{dialog && <Dialogs saved={saved} dialog={dialog} onClose={() => setDialog(undefined)} />}
		</span>
	);
};

/** The saved questions of the site; a click asks one. */
export const SavedList = ({
	viewed,
	onOpen,
}: {
	/** What is asked now. */
	viewed: ViewedQuestion;
	onOpen(saved: SavedQuestion): void;
}) => {
	const { question: texts } = useAreaWords("explore");
	const { mayWrite } = useSiteView();
	const report = useSavedQuestions();
	return (
		<Panel label={texts.saved} title={texts.saved}>
			{!report.data ? (
				<ReportPending report={report} rows={2} isInset />
			) : report.data.length === 0 ? (
				<p class={css["none"]}>
					{mayWrite ? `${texts.noSaved} ${texts.noSavedText}` : texts.noSaved}
				</p>
			) : (
				<ul class={css["saved"]}>
					{report.data.map((saved) => (
						<li key={saved.questionId}>
							<button type="button" class="link" onClick={() => onOpen(saved)}>
								{saved.name}
							</button>
							{saved.siteId === null && <Badge>{texts.allSites}</Badge>}
							{saved.userName && <span class="mut">{texts.by(saved.userName)}</span>}
							{saved.canEdit && <Actions saved={saved} viewed={viewed} />}
						</li>
					))}
				</ul>
			)}
		</Panel>
	);
};
