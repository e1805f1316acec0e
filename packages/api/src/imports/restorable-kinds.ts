import { GoalBody } from "@footfall/reports/definitions/goal";
import { ApiError } from "@footfall/shared/api-error";
import type { DefinitionKind } from "@footfall/shared/imported-hit";
import { z } from "zod";
import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";
import { requireConsistent } from "../definitions/annotation.ts";
import {
	BOARDS,
	exportedBoards,
	exportedQuestions,
	NewBoard,
	requireAskableCards,
} from "../definitions/boards.ts";
import { appliesTo } from "../definitions/definition.ts";
import {
	annotationColumns,
	ExportedAnnotation,
	exportedAnnotations,
} from "../definitions/exported-annotations.ts";
import { FunnelBody, funnelsOf } from "../definitions/funnels.ts";
import { goalColumns, goalsOf } from "../definitions/goals.ts";
import { requireAskable } from "../definitions/question.ts";
import { insertSaved } from "../definitions/saved-item.ts";
import { NewSavedQuestion, SAVED_QUESTIONS } from "../definitions/saved-questions.ts";
import { checkedFilters, NewSegment } from "../definitions/segments.ts";
import { createRestorableKind, type RestorableKind } from "./restore-by-name.ts";
import { restoredSettings } from "./restore-settings.ts";

const goal = createRestorableKind({
	schema: GoalBody,
	nameOf: ({ name }) => name ?? undefined,
	own: (database, { siteId }) => goalsOf(database, siteId),
	insert: (database, { siteId }, body, { createdAt }) =>
		database
			.insertInto("goal")
			.values({ siteId, ...goalColumns(body), ...(createdAt && { createdAt }) })
			.execute(),
});

const funnel = createRestorableKind({
	schema: FunnelBody.omit({ reportId: true }),
	nameOf: ({ name }) => name,
	own: (database, { siteId }) => funnelsOf(database, siteId),
	insert: (database, { siteId }, { name, steps }, origin) =>
		database
			.insertInto("funnel")
			.values({ siteId, name, steps: JSON.stringify(steps), ...origin })
			.execute(),
});

/** Those of the site or of its whole organization; restored ones belong to the site. */
const segmentsOf = (database: Database, site: Site) =>
	database.selectFrom("segment").selectAll().where(appliesTo(site)).execute();

const segment = createRestorableKind({
	schema: z.object(NewSegment.shape).omit({ scope: true }),
	requireUsable: ({ filters }) => void checkedFilters(filters),
	nameOf: ({ name }) => name,
	own: segmentsOf,
	insert: (database, { siteId, organizationId }, { filters, ...rest }, origin) =>
		database
			.insertInto("segment")
			.values({ siteId, organizationId, ...rest, filters: checkedFilters(filters), ...origin })
			.execute(),
});

const annotation = createRestorableKind({
	schema: ExportedAnnotation,
	requireUsable: (note) => requireConsistent(annotationColumns(note)),
	// Titles may recur, for example each month.
	nameOf: ({ title, date }) => `${title}, ${date.toISOString().slice(0, 10)}`,
	own: async (database, site) =>
		(await exportedAnnotations(database, site)).map((row) => JSON.parse(JSON.stringify(row))),
	insert: (database, { siteId, organizationId }, note, origin) =>
		database
			.insertInto("annotation")
			.values({ siteId, organizationId, ...annotationColumns(note), ...origin })
			.execute(),
});

const question = createRestorableKind({
	schema: z.object(NewSavedQuestion.shape).omit({ scope: true }),
	requireUsable: (saved) => requireAskable(saved.question),
	nameOf: ({ name }) => name,
	own: exportedQuestions,
	insert: (database, { siteId, organizationId }, { name, ...content }, origin) =>
		insertSaved(database, {
			...{ kind: SAVED_QUESTIONS.kind, name, content, userId: null },
			...{ siteId, organizationId, ...origin },
		}),
});

const board = createRestorableKind({
	schema: z.object(NewBoard.shape).omit({ scope: true }),
	requireUsable: (content) => {
		const { cards } = content;
		if (cards.some(({ kind }) => kind === "saved"))
			throw new ApiError("INVALID_REQUEST", "cards with a questionId belong to another site");
		return requireAskableCards(content);
	},
	nameOf: ({ name }) => name,
	own: exportedBoards,
	insert: (database, { siteId, organizationId }, { name, ...content }, origin) =>
		insertSaved(database, {
			...{ kind: BOARDS.kind, name, content, userId: null },
			...{ siteId, organizationId, ...origin },
		}),
});

/** How definitions are restored, by the kind of an export's line. */
export const RESTORABLE: Readonly<Record<DefinitionKind, RestorableKind>> = {
	site: restoredSettings,
	goal,
	funnel,
	segment,
	annotation,
	question,
	board,
};
