import { useEffect, useRef, useState } from "preact/hooks";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { ReportPending } from "../../layout/report-pending.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { addressFilterOfSaved } from "../../router/filters.ts";
import { rangeOf } from "../../router/range.ts";
import { useAddress } from "../../router/use-address.ts";
import { Button } from "../../ui/button.tsx";
import { CardState } from "../../ui/card-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import { Panel } from "../../ui/panel.tsx";
import { NameDialog } from "../shared/question/save-dialogs.tsx";
import { type Board, createBoard, deleteBoard, useBoards } from "../shared/question/saved.ts";
import { useCurrency } from "../shared/question/use-currency.ts";
import { Versions } from "../shared/question/versions.tsx";
import { Crumbs } from "../shared/report/crumbs.tsx";
import { Confirm } from "../shared/write/confirm.tsx";
import { useQuickWrite } from "../shared/write/use-quick-write.ts";
import css from "./boards.module.css";
import { Card } from "./card.tsx";
import { EditBoard } from "./edit-board.tsx";
import { type ReadyBoard, readyBoards } from "./ready-boards.ts";

type ShownBoard = Board | (ReadyBoard & Pick<Board, "questions">);

const useBoardLink = () => {
	const { destination, linkTo, goTo } = useAddress();
	const to = (rest: string[]) =>
		destination.to === "site" ? { ...destination, page: "boards" as const, rest } : destination;
	return {
		linkOf: (id: string | number) => linkTo(to([String(id)])),
		open: (id: string | number | undefined) => goTo(to(id === undefined ? [] : [String(id)])),
		all: linkTo(to([])),
	};
};

const useMayWrite = () => {
	const { mayWrite, isEmbedded } = useSiteView();
	return mayWrite && !isEmbedded;
};

const useCopy = () => {
	const { board: texts } = useAreaWords("explore");
	const { site } = useSiteView();
	const { open } = useBoardLink();
	const write = useQuickWrite();
	return ({ name, columns, cards, range, filters }: ShownBoard) => {
		const copy = { name: texts.copyOf(name).slice(0, 120), columns, cards, range, filters };
		return write(async () => {
			const { boardId } = await createBoard(site.id, copy);
			open(boardId);
		}, texts.created(copy.name));
	};
};

const BoardList = ({ boards }: { boards: readonly Board[] }) => {
	const { board: texts, question } = useAreaWords("explore");
	const { linkOf } = useBoardLink();
	if (boards.length === 0)
		return (
			<CardState icon="bars" title={texts.empty}>
				{texts.emptyText}
			</CardState>
		);
	return (
		<ul class={css["list"]}>
			{boards.map(({ boardId, name, cards, userName }) => (
				<li key={boardId}>
					<a class="link" href={linkOf(boardId)}>
						{name}
					</a>
					<span class="mut">{texts.cards(cards.length)}</span>
					{userName && <span class="mut">{question.by(userName)}</span>}
				</li>
			))}
		</ul>
	);
};

const ReadyList = () => {
	const own = useAreaWords("explore");
	const { board: texts } = own;
	const { linkOf } = useBoardLink();
	const mayWrite = useMayWrite();
	const copy = useCopy();
	const currency = useCurrency();
	return (
		<Panel label={texts.ready} title={texts.ready}>
			<p class={css["note"]}>
				{mayWrite ? `${texts.readyText} ${texts.readyCopy}` : texts.readyText}
			</p>
			<ul class={css["list"]}>
				{readyBoards(own, currency !== null).map((board) => (
					<li key={board.id}>
						<a class="link" href={linkOf(board.id)}>
							{board.name}
						</a>
						{mayWrite && (
							<Button
								kind="quiet"
								class="end"
								aria-label={`${texts.copy}: ${board.name}`}
								onClick={() => void copy({ ...board, questions: [] })}
							>
								<Icon name="copy" />
								{texts.copy}
							</Button>
						)}
					</li>
				))}
			</ul>
		</Panel>
	);
};

/** All boards, and a button for a new one. */
const Overview = () => {
	const words = useWords();
	const { board: texts } = useAreaWords("explore");
	const { site, viewer } = useSiteView();
	const { open } = useBoardLink();
	const mayWrite = useMayWrite();
	const report = useBoards();
	const [isAdding, setIsAdding] = useState(false);
	return (
		<>
			<PageHead
				title={words.page.boards}
				of={site.domain}
				actions={
					mayWrite && (
						<Button kind="main" onClick={() => setIsAdding(true)}>
							<Icon name="plus" />
							{texts.add}
						</Button>
					)
				}
			/>
			<div class={css["page"]}>
				<Panel label={texts.own} title={texts.own}>
					{report.data ? (
						<BoardList boards={report.data} />
					) : (
						<ReportPending report={report} rows={3} isInset />
					)}
				</Panel>
				{/* A limited link may not show their figures. */}
				{viewer.via !== "link" && <ReadyList />}
			</div>
			{isAdding && (
				<NameDialog
					title={texts.addTitle}
					action={texts.create}
					label={texts.name}
					initial=""
					onSave={async (name) => {
						const { boardId } = await createBoard(site.id, { name });
						toast(texts.created(name));
						open(boardId);
					}}
					onClose={() => setIsAdding(false)}
				/>
			)}
		</>
	);
};

/** A board that is opened without a period or filters of the reader's own has those that it keeps. */
const useKeptView = ({ range, filters }: ShownBoard) => {
	const { address, here, change } = useAddress();
	const isDone = useRef(false);
	useEffect(() => {
		if (isDone.current) return;
		isDone.current = true;
		const search = new URLSearchParams(here.split("?", 2)[1] ?? "");
		const kept = range === null ? undefined : rangeOf(range);
		const own = filters.map(addressFilterOfSaved).filter((filter) => filter !== undefined);
		const isFree = !search.has("f") && address.segment === undefined;
		const wanted = {
			...(kept && !search.has("range") && { range: kept }),
			...(own.length > 0 && isFree && { filters: own }),
		};
		if (Object.keys(wanted).length > 0) change(wanted, { replaces: true });
	}, []);
};

const BoardActions = ({ board, onEdit }: { board: ShownBoard; onEdit(): void }) => {
	const { board: texts, question } = useAreaWords("explore");
	const { site } = useSiteView();
	const { open } = useBoardLink();
	const copy = useCopy();
	const [dialog, setDialog] = useState<"delete" | "versions">();
	const close = () => setDialog(undefined);
	return (
		<>
			<Button kind="tool" aria-label={texts.copy} onClick={() => void copy(board)}>
				<Icon name="copy" />
				<span class="wide">{texts.copy}</span>
			</Button>
			{"boardId" in board && board.canEdit && (
				<>
					<Button kind="tool" onClick={() => setDialog("versions")}>
						{texts.versions}
					</Button>
					<Button kind="tool" onClick={() => setDialog("delete")}>
						{question.deleteAction}
					</Button>
					<Button kind="main" onClick={onEdit}>
						{texts.edit}
					</Button>
					{dialog === "versions" && <Versions item={{ boardId: board.boardId }} onClose={close} />}
					{dialog === "delete" && (
						<Confirm
							title={texts.deleteTitle(board.name)}
							action={texts.delete}
							change={() => deleteBoard(site.id, board.boardId)}
							onDone={() => {
								toast(texts.deleted(board.name));
								open(undefined);
							}}
							onClose={close}
						>
							{texts.deleteText}
						</Confirm>
					)}
				</>
			)}
		</>
	);
};

const OneBoard = ({ board }: { board: ShownBoard }) => {
	const { board: texts } = useAreaWords("explore");
	const { site } = useSiteView();
	const mayWrite = useMayWrite();
	const [isEditing, setIsEditing] = useState(false);
	useKeptView(board);
	return (
		<>
			<PageHead
				title={board.name}
				of={site.domain}
				hasFilters
				actions={
					mayWrite && !isEditing && <BoardActions board={board} onEdit={() => setIsEditing(true)} />
				}
			>
				<Crumbs page="boards" name={board.name} />
			</PageHead>
			{isEditing && "boardId" in board ? (
				<EditBoard board={board} onDone={() => setIsEditing(false)} />
			) : board.cards.length === 0 ? (
				<Panel label={board.name}>
					<CardState icon="bars" title={texts.noCards}>
						{mayWrite && texts.noCardsText}
					</CardState>
				</Panel>
			) : (
				<ul class={css["grid"]} data-columns={board.columns}>
					{board.cards.map((card, place) => (
						<li key={place}>
							<Card card={card} questions={board.questions} />
						</li>
					))}
				</ul>
			)}
		</>
	);
};

const Found = ({ id }: { id: string }) => {
	const own = useAreaWords("explore");
	const words = useWords();
	const { all } = useBoardLink();
	const { site } = useSiteView();
	const hasMoney = useCurrency() !== null;
	const ready = readyBoards(own, hasMoney).find((board) => board.id === id);
	const report = useBoards(ready !== undefined);
	const board = ready
		? { ...ready, questions: [] }
		: report.data?.find(({ boardId }) => String(boardId) === id);
	if (board) return <OneBoard key={id} board={board} />;
	return (
		<>
			<PageHead title={words.page.boards} of={site.domain} />
			<Panel label={words.page.boards}>
				{report.data ? (
					<CardState
						icon="info"
						title={own.board.unknown}
						action={
							<a class="link" href={all}>
								{own.board.all}
							</a>
						}
					>
						{own.board.unknownText}
					</CardState>
				) : (
					<ReportPending report={report} rows={4} isInset />
				)}
			</Panel>
		</>
	);
};

/** Pages of cards: figures and texts for one period. */
const Boards = () => {
	const { destination } = useAddress();
	const [id] = destination.to === "site" ? destination.rest : [];
	return id === undefined ? <Overview /> : <Found id={id} />;
};

export default Boards;
