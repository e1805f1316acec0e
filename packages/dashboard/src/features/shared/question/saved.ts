import { answerOf, client } from "../../../api/client.ts";
import { invalidate } from "../../../api/query-cache.ts";
import type { paths } from "../../../api/schema.ts";
import { useReport } from "../../../api/use-report.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import type { SavedFilter } from "../../../router/filters.ts";
import { viewerHeaders } from "../../../router/viewer.ts";
import type { Question, QuestionView } from "./question.ts";

const QUESTIONS = "/api/sites/{site}/questions";
const QUESTION = "/api/sites/{site}/questions/{questionId}";
const BOARDS = "/api/sites/{site}/boards";
const BOARD = "/api/sites/{site}/boards/{boardId}";

interface SavedItem {
	/** null for one of all sites of the organization. */
	siteId: number | null;
	name: string;
	userName: string | null;
	canEdit: boolean;
}

/** Whether one site has an item, or all of its organization. */
export type SavedScope = "site" | "organization";

export interface SavedQuestion extends SavedItem {
	questionId: number;
	question: Question;
	view: QuestionView;
}

export type BoardCard =
	| { kind: "saved"; questionId: number; title?: string }
	| { kind: "question"; title: string; question: Question; view: QuestionView }
	| { kind: "text"; text: string };

/** What a board consists of. */
export interface BoardContent {
	columns: number;
	cards: readonly BoardCard[];
	/** As the URL writes it; null = as the reader chooses it. */
	range: string | null;
	filters: readonly SavedFilter[];
}

export interface Board extends SavedItem, BoardContent {
	boardId: number;
	/** The saved questions of its cards; deleted ones are missing. */
	questions: readonly Pick<SavedQuestion, "questionId" | "name" | "question" | "view">[];
}

/**
 * The API's answer in the types above: its document writes trees and pairs in several ways, which the compiler takes for
 * different types.
 */
const read = async <Answer>(answer: Promise<unknown>): Promise<Answer> => (await answer) as Answer;

type BodyOf<Path extends keyof paths, Method extends "post" | "put"> = paths[Path] extends {
	[Name in Method]: { requestBody?: { content: { "application/json": infer Body } } };
}
	? Body
	: never;

/** The same for what is sent. */
const written = <Body>(body: object): Body => body as Body;

const pathOf = (site: string) => ({ params: { path: { site } } });
const questionsKey = (site: string) => ["saved questions", site];
const boardsKey = (site: string) => ["boards", site];

export const useSavedQuestions = (isOff = false) => {
	const { site, viewer } = useSiteView();
	return useReport({
		key: [...questionsKey(site.id), viewer],
		isOff,
		fetch: (signal) =>
			read<SavedQuestion[]>(
				answerOf(
					client.GET(QUESTIONS, { ...pathOf(site.id), headers: viewerHeaders(viewer), signal }),
				),
			),
	});
};

export const useBoards = (isOff = false) => {
	const { site, viewer } = useSiteView();
	return useReport({
		key: [...boardsKey(site.id), viewer],
		isOff,
		fetch: (signal) =>
			read<Board[]>(
				answerOf(
					client.GET(BOARDS, { ...pathOf(site.id), headers: viewerHeaders(viewer), signal }),
				),
			),
	});
};

export const saveQuestion = async (
	site: string,
	saved: { name: string; question: Question; view: QuestionView; scope: SavedScope },
): Promise<void> => {
	const body = written<BodyOf<typeof QUESTIONS, "post">>(saved);
	await answerOf(client.POST(QUESTIONS, { ...pathOf(site), body }));
	await invalidate(questionsKey(site));
};

const questionPath = (site: string, questionId: number) => ({
	params: { path: { site, questionId: String(questionId) } },
});

/** Boards contain the saved questions of their cards. */
const invalidateBoth = (site: string) =>
	Promise.all([invalidate(questionsKey(site)), invalidate(boardsKey(site))]);

export const changeQuestion = async (
	site: string,
	questionId: number,
	change: { name?: string; question?: Question; view?: QuestionView; scope?: SavedScope },
): Promise<void> => {
	const body = written<BodyOf<typeof QUESTION, "put">>(change);
	await answerOf(client.PUT(QUESTION, { ...questionPath(site, questionId), body }));
	await invalidateBoth(site);
};

export const deleteQuestion = async (site: string, questionId: number): Promise<void> => {
	await answerOf(client.DELETE(QUESTION, questionPath(site, questionId)));
	await invalidateBoth(site);
};

export const createBoard = async (
	site: string,
	board: { name: string } & Partial<BoardContent>,
): Promise<Board> => {
	const body = written<BodyOf<typeof BOARDS, "post">>(board);
	const made = await read<Board>(answerOf(client.POST(BOARDS, { ...pathOf(site), body })));
	await invalidate(boardsKey(site));
	return made;
};

const onePath = (site: string, boardId: number) => ({
	params: { path: { site, boardId: String(boardId) } },
});

export const changeBoard = async (
	site: string,
	boardId: number,
	change: { name?: string } & Partial<BoardContent>,
): Promise<void> => {
	const body = written<BodyOf<typeof BOARD, "put">>(change);
	await answerOf(client.PUT(BOARD, { ...onePath(site, boardId), body }));
	await invalidate(boardsKey(site));
};

export const deleteBoard = async (site: string, boardId: number): Promise<void> => {
	await answerOf(client.DELETE(BOARD, onePath(site, boardId)));
	await invalidate(boardsKey(site));
};

/** What has versions. */
export type Versioned = { questionId: number } | { boardId: number };

/** The kept versions, the newest first. */
export const useVersions = (item: Versioned) => {
	const { site } = useSiteView();
	const isBoard = "boardId" in item;
	return useReport({
		key: [...(isBoard ? boardsKey(site.id) : questionsKey(site.id)), "versions", item],
		fetch: (signal) =>
			isBoard
				? answerOf(client.GET(`${BOARD}/versions`, { ...onePath(site.id, item.boardId), signal }))
				: answerOf(
						client.GET(`${QUESTION}/versions`, {
							...questionPath(site.id, item.questionId),
							signal,
						}),
					),
	});
};

/** Makes a version the newest one. */
export const restoreVersion = async (
	site: string,
	item: Versioned,
	version: number,
): Promise<void> => {
	const path = { site, version: String(version) };
	await ("boardId" in item
		? answerOf(
				client.POST(`${BOARD}/versions/{version}/restore`, {
					params: { path: { ...path, boardId: String(item.boardId) } },
				}),
			)
		: answerOf(
				client.POST(`${QUESTION}/versions/{version}/restore`, {
					params: { path: { ...path, questionId: String(item.questionId) } },
				}),
			));
	await invalidateBoth(site);
};
