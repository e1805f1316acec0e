import { z } from "zod";
import { areasOfQuestion, Question, questionForVisitor, requireAskable } from "./question.ts";
import { SAVED_FIELDS, type SavedKind, SavedName, SavedScope } from "./saved-item.ts";

/** How an answer is drawn. */
export const View = z.enum(["table", "line", "bars", "number"]);

const fields = { question: Question, view: View };
const Content = z.object(fields);
export type SavedQuestionContent = z.output<typeof Content>;

/** A question to save. */
export const NewSavedQuestion = z
	.strictObject({ name: SavedName, scope: SavedScope, ...fields })
	.meta({ component: "SavedQuestionCreation" });

/** A saved question. */
const SavedQuestion = z
	.strictObject({ questionId: z.int(), ...SAVED_FIELDS, ...fields })
	.meta({ component: "SavedQuestion" });

export const SAVED_QUESTIONS: SavedKind<SavedQuestionContent> = {
	kind: "question",
	plural: "questions",
	idName: "questionId",
	what: "Saved question",
	tag: "Saved questions",
	content: Content,
	create: NewSavedQuestion,
	update: z
		.object({ name: SavedName, scope: SavedScope, ...fields })
		.partial()
		.meta({ component: "SavedQuestionUpdate" }),
	response: SavedQuestion,
	requireUsable: ({ question }) => requireAskable(question),
	companionsOf: async () => ({
		areasOf: ({ question }) => areasOfQuestion(question),
		besides: () => ({}),
		forVisitor: ({ question, view }, pseudonyms) => ({
			question: questionForVisitor(question, pseudonyms),
			view,
		}),
	}),
};
