import { areasOfDimension } from "@footfall/reports/query/dimension-areas";
import { shownFilter } from "@footfall/reports/query/shown-filter";
import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";
import { areasOfQuestion, Question, questionForVisitor, requireAskable } from "./question.ts";
import {
	SAVED_FIELDS,
	type SavedKind,
	SavedName,
	type SavedRow,
	SavedScope,
	savedItemsOf,
} from "./saved-item.ts";
import { type SavedQuestionContent, View } from "./saved-questions.ts";
import { checkedFilters, SavedFilter } from "./segments.ts";

const MAX_CARDS = 40;

const Card = z
	.discriminatedUnion("kind", [
		/** A saved question; without a title, it is shown under its own name. */
		z
			.strictObject({
				kind: z.literal("saved"),
				questionId: z.int().positive().max(999_999_999),
				title: SavedName.optional(),
			})
			.meta({ component: "SavedCard" }),
		/** A question of the board's own. */
		z
			.strictObject({
				kind: z.literal("question"),
				title: SavedName,
				question: Question,
				view: View,
			})
			.meta({ component: "QuestionCard" }),
		z
			.strictObject({ kind: z.literal("text"), text: z.string().trim().min(1).max(4000) })
			.meta({ component: "TextCard" }),
	])
	.meta({ component: "Card" });
type Card = z.output<typeof Card>;

/** As the dashboard's addresses write ranges. */
const RANGE =
	/^(?:today|yesterday|24h|mtd|lastmonth|ytd|12mo|all|[1-9]\d{0,3}d|\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d)$/;
const Range = z.string().superRefine((text, context) => {
	if (!RANGE.test(text))
		context.addIssue({
			code: "custom",
			message: `${JSON.stringify(text.slice(0, 100))} is not a range: use today, yesterday, 24h, 28d (any number of days), mtd, lastmonth, ytd, 12mo, all, or two days as 2026-10-01..2026-10-31`,
		});
});

const fields = {
	columns: z.int().min(1).max(3),
	cards: z.array(Card).max(MAX_CARDS),
	/** null = as the reader chooses it */
	range: Range.nullable(),
	filters: z.array(SavedFilter).max(20),
};
const newFields = {
	columns: fields.columns.default(2),
	cards: fields.cards.default([]),
	range: fields.range.default(null),
	filters: fields.filters.default([]),
};
const Content = z.object(fields);
export type BoardContent = z.output<typeof Content>;

/** A board to create. */
export const NewBoard = z
	.strictObject({ name: SavedName, scope: SavedScope, ...newFields })
	.meta({ component: "BoardCreation" });

const UsedQuestion = z
	.strictObject({
		questionId: z.int(),
		name: z.string(),
		question: Question,
		view: View,
	})
	.meta({ component: "UsedQuestion" });
type UsedQuestion = z.output<typeof UsedQuestion>;

/** A board with the saved questions of its cards; a deleted one is missing among them. */
const Board = z
	.strictObject({
		boardId: z.int(),
		...SAVED_FIELDS,
		...fields,
		questions: z.array(UsedQuestion),
	})
	.meta({ component: "Board" });

type Questions = ReadonlyMap<number, UsedQuestion & { siteId: number | null }>;

/** The saved questions that apply to a site, by their number. */
const questionsOf = async (database: Database, site: Site): Promise<Questions> => {
	const rows = await savedItemsOf<SavedQuestionContent>(database, "question", site);
	return new Map(
		rows.map(({ id, name, siteId, content }) => [id, { questionId: id, name, siteId, ...content }]),
	);
};

const refused = (card: number, why: string) =>
	new ApiError("INVALID_REQUEST", `cards.${card}: ${why}`);

/** @throws ApiError 400 for a card whose saved question readers of the board could not see */
const requireQuestions = (
	{ cards }: BoardContent,
	{
		questions,
		siteId,
		before,
	}: { questions: Questions; siteId: number | null; before: BoardContent | undefined },
): void => {
	// A question may be deleted while boards have it: their other cards can still be changed.
	const kept = new Set(before?.cards.map((card) => card.kind === "saved" && card.questionId));
	for (const [index, card] of cards.entries()) {
		if (card.kind !== "saved") continue;
		const question = questions.get(card.questionId);
		if (!question && !kept.has(card.questionId))
			throw refused(
				index,
				`there is no saved question ${card.questionId} on this site: use the questionId of one in GET …/questions`,
			);
		if (question && siteId === null && question.siteId !== null)
			throw refused(
				index,
				`the saved question ${card.questionId} belongs to one site, and the board to the whole organization: save the question for the organization first`,
			);
	}
};

const usedOf = ({ cards }: BoardContent, questions: Questions): UsedQuestion[] => {
	const ids = new Set(cards.flatMap((card) => (card.kind === "saved" ? [card.questionId] : [])));
	return [...ids].flatMap((id) => {
		const { siteId: _, ...used } = questions.get(id) ?? { siteId: null };
		return "questionId" in used ? [used] : [];
	});
};

const ownQuestions = ({ cards }: Pick<BoardContent, "cards">): Question[] =>
	cards.flatMap((card) => (card.kind === "question" ? [card.question] : []));

/** @throws ApiError 400 for filters and questions that cannot be asked */
export const requireAskableCards = async (
	content: Pick<BoardContent, "cards" | "filters">,
): Promise<void> => {
	void checkedFilters(content.filters);
	for (const question of ownQuestions(content)) await requireAskable(question);
};

export const BOARDS: SavedKind<BoardContent> = {
	kind: "board",
	plural: "boards",
	idName: "boardId",
	what: "Board",
	tag: "Boards",
	content: Content,
	create: NewBoard,
	update: z
		.object({ name: SavedName, scope: SavedScope, ...fields })
		.partial()
		.meta({ component: "BoardUpdate" }),
	response: Board,
	requireUsable: async (content, { database, site, siteId, before }) => {
		await requireAskableCards(content);
		requireQuestions(content, { questions: await questionsOf(database, site), siteId, before });
	},
	companionsOf: async (database, site) => {
		const questions = await questionsOf(database, site);
		return {
			areasOf: (content) => [
				...[
					...ownQuestions(content),
					...usedOf(content, questions).map(({ question }) => question),
				].flatMap(areasOfQuestion),
				...content.filters.flatMap(({ parameter }) => areasOfDimension(parameter)),
			],
			besides: (content, pseudonyms) => ({
				questions: usedOf(content, questions).map((used) =>
					pseudonyms ? { ...used, question: questionForVisitor(used.question, pseudonyms) } : used,
				),
			}),
			forVisitor: ({ cards, filters, ...content }, pseudonyms) => ({
				...content,
				cards: cards.map((card) =>
					card.kind === "question"
						? { ...card, question: questionForVisitor(card.question, pseudonyms) }
						: card,
				),
				filters: filters.map((filter) => {
					const { parameter, type, value } = shownFilter(filter, pseudonyms);
					return { parameter, type, value: [...value] };
				}),
			}),
		};
	},
};

/** An item as an export's line and a restored one have it: its content beside its name. */
const lineOf = <Content>({
	content,
	userName: _,
	version: _version,
	...row
}: SavedRow<Content>) => ({
	...row,
	...content,
});

/** The saved questions that apply to a site, for its export. */
export const exportedQuestions = async (database: Database, site: Site) =>
	(await savedItemsOf<SavedQuestionContent>(database, "question", site)).map(lineOf);

/** The boards that apply to a site, for its export: with the questions themselves, whose numbers differ elsewhere. */
export const exportedBoards = async (database: Database, site: Site) => {
	const questions = await questionsOf(database, site);
	const ownCard = (card: Card): Card[] => {
		if (card.kind !== "saved") return [card];
		const used = questions.get(card.questionId);
		if (!used) return [];
		const { name, question, view } = used;
		return [{ kind: "question", title: card.title ?? name, question, view }];
	};
	const boards = await savedItemsOf<BoardContent>(database, "board", site);
	return boards.map(lineOf).map((board) => ({ ...board, cards: board.cards.flatMap(ownCard) }));
};
