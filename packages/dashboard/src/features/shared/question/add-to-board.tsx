import { useState } from "preact/hooks";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Menu } from "../../../ui/overlay/menu.tsx";
import { Popover, PopoverBody } from "../../../ui/overlay/popover.tsx";
import { toast } from "../../../ui/overlay/toast.tsx";
import { useQuickWrite } from "../write/use-quick-write.ts";
import type { ViewedQuestion } from "./question-address.ts";
import { NameDialog } from "./save-dialogs.tsx";
import { type BoardCard, changeBoard, createBoard, useBoards } from "./saved.ts";

const MAX_CARDS = 40;

interface AddProps {
	/** The title of the new card. */
	title: string;
	viewed: ViewedQuestion;
}

const Boards = ({ title, viewed, onNew, onDone }: AddProps & { onNew(): void; onDone(): void }) => {
	const { board: texts } = useAreaWords("explore");
	const { site } = useSiteView();
	const report = useBoards();
	const write = useQuickWrite();
	const own = (report.data ?? []).filter(
		({ canEdit, cards }) => canEdit && cards.length < MAX_CARDS,
	);
	return (
		<Menu
			label={texts.add2}
			items={[
				// First, because the others arrive later: it must not move away under the pointer.
				{ id: "new", label: texts.newBoard, onPick: onNew },
				...own.map(({ boardId, name, cards }) => ({
					id: String(boardId),
					label: name,
					onPick: () =>
						void write(
							() => changeBoard(site.id, boardId, { cards: [...cards, cardOf({ title, viewed })] }),
							texts.added(name),
						).then(onDone),
				})),
			]}
		/>
	);
};

/** Offers the boards that a question can be put on, and a new one. */
const BoardChoice = ({ onDone, ...props }: AddProps & { onDone(): void }) => {
	const { board: texts } = useAreaWords("explore");
	const { site } = useSiteView();
	const [isNaming, setIsNaming] = useState(false);
	if (!isNaming) return <Boards {...props} onNew={() => setIsNaming(true)} onDone={onDone} />;
	return (
		<NameDialog
			title={texts.addTitle}
			action={texts.create}
			label={texts.name}
			initial=""
			onSave={async (name) => {
				await createBoard(site.id, { name, cards: [cardOf(props)] });
				toast(texts.added(name));
			}}
			onClose={onDone}
		/>
	);
};

interface BoardDialogProps extends AddProps {
	onClose(): void;
}

/** The same choice in a dialog of its own. */
export const BoardDialog = ({ onClose, ...props }: BoardDialogProps) => {
	const { board: texts } = useAreaWords("explore");
	return (
		<Dialog title={texts.addCard(props.title)} onClose={onClose}>
			<BoardChoice {...props} onDone={onClose} />
		</Dialog>
	);
};

/** A card with a question of the board's own. */
export const cardOf = ({ title, viewed: { question, view } }: AddProps): BoardCard => ({
	kind: "question",
	title: title.slice(0, 120),
	question,
	view,
});

/** Puts a question on a board, or on a new one. */
export const AddToBoard = (props: AddProps) => {
	const { board: texts } = useAreaWords("explore");
	return (
		<Popover
			title={texts.add2}
			size="s"
			button={
				<>
					<Icon name="plus" />
					{texts.add2}
				</>
			}
		>
			{(close) => (
				<PopoverBody>
					<BoardChoice {...props} onDone={close} />
				</PopoverBody>
			)}
		</Popover>
	);
};
