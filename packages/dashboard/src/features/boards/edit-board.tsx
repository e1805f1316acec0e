import { useRef, useState } from "preact/hooks";
import { useAreaWords } from "../../i18n/areas.ts";
import { useSiteView } from "../../layout/site-view.ts";
import { useWrite } from "../../layout/write/use-write.ts";
import { savedFilterOf } from "../../router/filters.ts";
import { textOfRange } from "../../router/range.ts";
import { useAddress } from "../../router/use-address.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { joined } from "../../ui/class-names.ts";
import { Pick } from "../../ui/form/choice.tsx";
import { CheckField, TextField } from "../../ui/form/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";
import { Popover, PopoverBody } from "../../ui/overlay/popover.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import {
	type Board,
	type BoardCard,
	changeBoard,
	useSavedQuestions,
} from "../shared/question/saved.ts";
import css from "./boards.module.css";
import { Card, cardName } from "./card.tsx";
import { moved } from "./moved.ts";

/** A card while it is edited; the key stays with it wherever it moves. */
interface Draft {
	key: number;
	card: BoardCard;
}

const AddSaved = ({ onAdd }: { onAdd(questionId: number): void }) => {
	const { board: texts, question } = useAreaWords("explore");
	const report = useSavedQuestions();
	const saved = report.data ?? [];
	return (
		<Popover title={texts.addQuestion} size="s" button={texts.addQuestion}>
			{(close) => (
				<PopoverBody>
					{saved.length === 0 ? (
						<p class={css["note"]}>{`${question.noSaved} ${question.noSavedText}`}</p>
					) : (
						<Menu
							label={texts.addQuestion}
							items={saved.map(({ questionId, name }) => ({
								id: String(questionId),
								label: name,
								onPick: () => onAdd(questionId),
							}))}
							onDone={close}
						/>
					)}
				</PopoverBody>
			)}
		</Popover>
	);
};

interface CardEditorProps {
	draft: Draft;
	questions: Board["questions"];
	place: number;
	all: number;
	onMove(to: number): void;
	/** Called when the pointer takes the card, and when it lets go. */
	onDrag(isDragged: boolean): void;
	onRemove(): void;
	onText(text: string): void;
}

/** A card with the buttons that arrange it. */
const CardEditor = (props: CardEditorProps) => {
	const { draft, questions, place, all, onMove } = props;
	const { board: texts } = useAreaWords("explore");
	const name = cardName(draft.card, questions, place);
	const button = (
		label: string,
		icon: "left" | "right" | "close",
		act: () => void,
		isOff = false,
	) => (
		<Button
			kind="quiet"
			isIcon
			aria-label={label}
			title={label}
			aria-disabled={isOff}
			onClick={() => {
				if (!isOff) act();
			}}
		>
			<Icon name={icon} />
		</Button>
	);
	return (
		<>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it do the same by keyboard */}
			<div
				class={css["bar"]}
				title={texts.drag}
				draggable
				onDragStart={(event) => {
					event.dataTransfer?.setData("text/plain", name);
					props.onDrag(true);
				}}
				onDragEnd={() => props.onDrag(false)}
			>
				<span class="cut">{name}</span>
				{button(texts.earlier(name), "left", () => onMove(place - 1), place === 0)}
				{button(texts.later(name), "right", () => onMove(place + 1), place === all - 1)}
				{button(texts.remove(name), "close", props.onRemove)}
			</div>
			{draft.card.kind === "text" ? (
				<textarea
					class={css["field"]}
					aria-label={texts.textOf(place + 1)}
					maxLength={4000}
					value={draft.card.text}
					onInput={({ currentTarget }) => props.onText(currentTarget.value)}
				/>
			) : (
				<Card card={draft.card} questions={questions} />
			)}
		</>
	);
};

const useDrafts = (cards: readonly BoardCard[]) => {
	const next = useRef(cards.length);
	const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
		cards.map((card, key) => ({ key, card })),
	);
	return {
		drafts,
		setDrafts,
		add: (card: BoardCard) => setDrafts((all) => [...all, { key: next.current++, card }]),
	};
};

/** The cards in their order: moved by buttons, or dragged. */
const Arrangement = ({
	board,
	columns,
	drafts,
	setDrafts,
}: {
	board: Pick<Board, "questions">;
	columns: number;
	drafts: readonly Draft[];
	setDrafts(drafts: readonly Draft[]): void;
}) => {
	const { board: texts } = useAreaWords("explore");
	const [dragged, setDragged] = useState<number>();
	const [target, setTarget] = useState<number>();
	const [said, setSaid] = useState("");
	const move = (from: number, to: number) => {
		const draft = drafts[from];
		if (!draft || to < 0 || to >= drafts.length) return;
		setDrafts(moved(drafts, from, to));
		setSaid(texts.moved(cardName(draft.card, board.questions, from), to + 1, drafts.length));
	};
	return (
		<>
			<ul class={css["grid"]} data-columns={columns}>
				{drafts.map((draft, place) => (
					<li
						key={draft.key}
						class={joined(
							dragged === place && css["dragged"],
							target === place && dragged !== place && css["target"],
						)}
						onDragOver={(event) => {
							if (dragged === undefined) return;
							event.preventDefault();
							setTarget(place);
						}}
						onDrop={(event) => {
							event.preventDefault();
							if (dragged !== undefined) move(dragged, place);
							setDragged(undefined);
							setTarget(undefined);
						}}
					>
						<CardEditor
							draft={draft}
							questions={board.questions}
							place={place}
							all={drafts.length}
							onMove={(to) => move(place, to)}
							onDrag={(isDragged) => {
								setDragged(isDragged ? place : undefined);
								setTarget(undefined);
							}}
							onRemove={() => setDrafts(drafts.filter((one) => one !== draft))}
							onText={(text) =>
								setDrafts(
									drafts.map((one) =>
										one === draft ? { ...one, card: { kind: "text", text } } : one,
									),
								)
							}
						/>
					</li>
				))}
			</ul>
			<span class="vh" role="status">
				{said}
			</span>
		</>
	);
};

const COLUMNS = ["1", "2", "3"] as const;

/** Changes a board; nothing is sent until it is saved, as one version. */
export const EditBoard = ({ board, onDone }: { board: Board; onDone(): void }) => {
	const { board: texts } = useAreaWords("explore");
	const { site } = useSiteView();
	const { address } = useAddress();
	const saved = useSavedQuestions();
	const [name, setName] = useState(board.name);
	const [columns, setColumns] = useState(board.columns);
	const [keepsView, setKeepsView] = useState(board.range !== null || board.filters.length > 0);
	const { drafts, setDrafts, add } = useDrafts(board.cards);
	const { isBusy, error, write } = useWrite();
	// A question that was just added is not among those of the stored board.
	const questions = [...board.questions, ...(saved.data ?? [])];
	const save = () =>
		write(() =>
			changeBoard(site.id, board.boardId, {
				name: name.trim(),
				columns,
				cards: drafts
					.map(({ card }) => card)
					.filter((card) => card.kind !== "text" || card.text.trim() !== ""),
				range: keepsView ? textOfRange(address.range) : null,
				filters: keepsView ? address.filters.map(savedFilterOf) : [],
			}),
		).then((isSaved) => {
			if (!isSaved) return;
			toast(texts.saved);
			onDone();
		});
	return (
		<div class={css["page"]}>
			<div class={css["tools"]}>
				<TextField
					label={texts.name}
					value={name}
					maxLength={120}
					onInput={({ currentTarget }) => setName(currentTarget.value)}
				/>
				<Pick
					label={texts.columns}
					choices={COLUMNS.map((id) => ({ id, label: id }))}
					chosen={COLUMNS.find((id) => id === String(columns)) ?? "2"}
					onChoose={(id) => setColumns(Number(id))}
				/>
				<CheckField
					label={texts.keepView}
					checked={keepsView}
					onChange={({ currentTarget }) => setKeepsView(currentTarget.checked)}
				/>
			</div>
			<div class={css["tools"]}>
				<Button onClick={() => add({ kind: "text", text: "" })}>
					<Icon name="plus" />
					{texts.addText}
				</Button>
				<AddSaved onAdd={(questionId) => add({ kind: "saved", questionId })} />
				<Button kind="quiet" class="end" onClick={onDone}>
					{texts.cancel}
				</Button>
				<Button kind="main" disabled={isBusy || name.trim() === ""} onClick={() => void save()}>
					{texts.done}
				</Button>
			</div>
			{error && <Banner tone="bad">{error}</Banner>}
			<Arrangement board={{ questions }} {...{ columns, drafts, setDrafts }} />
		</div>
	);
};
