import { GoalBody } from "@footfall/reports/definitions/goal";
import type { DefinitionKind } from "@footfall/shared/imported-hit";
import { z } from "zod";
import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";
import { NewAnnotation } from "../definitions/annotation.ts";
import { requireOrder } from "../definitions/annotations.ts";
import { FunnelBody } from "../definitions/funnels.ts";
import { checkedFilters, NewSegment } from "../definitions/segments.ts";
import { type RestorableKind, restoredByName } from "./restore-by-name.ts";
import { restoredSettings } from "./restore-settings.ts";

const goal = restoredByName({
	schema: GoalBody,
	nameOf: ({ name }) => name ?? undefined,
	own: (database, { siteId }) =>
		database.selectFrom("goal").selectAll().where("siteId", "=", siteId).execute(),
	insert: (database, { siteId }, { name, goalType, config }, { createdAt }) =>
		database
			.insertInto("goal")
			.values({
				siteId,
				name: name ?? null,
				goalType,
				config: JSON.stringify(config),
				...(createdAt && { createdAt }),
			})
			.execute(),
});

const funnel = restoredByName({
	schema: FunnelBody.omit({ reportId: true }),
	nameOf: ({ name }) => name,
	own: (database, { siteId }) =>
		database.selectFrom("funnel").selectAll().where("siteId", "=", siteId).execute(),
	insert: (database, { siteId }, { name, steps }, made) =>
		database
			.insertInto("funnel")
			.values({ siteId, userId: null, name, steps: JSON.stringify(steps), ...made })
			.execute(),
});

/** What applies to a site is its own or its whole organization's; what comes back is its own. */
const applyingTo = (database: Database, table: "segment" | "annotation", site: Site) =>
	database
		.selectFrom(table)
		.selectAll()
		.where("organizationId", "=", site.organizationId)
		.where((where) => where.or([where("siteId", "=", site.siteId), where("siteId", "is", null)]))
		.execute();

const segment = restoredByName({
	schema: z.object(NewSegment.shape).omit({ scope: true }),
	requireUsable: ({ filters }) => void checkedFilters(filters),
	nameOf: ({ name }) => name,
	own: (database, site) => applyingTo(database, "segment", site),
	insert: (database, { siteId, organizationId }, { filters, description, ...rest }, made) =>
		database
			.insertInto("segment")
			.values({
				...{ siteId, organizationId, userId: null },
				...rest,
				description: description ?? null,
				filters: checkedFilters(filters),
				...made,
			})
			.execute(),
});

const annotation = restoredByName({
	schema: NewAnnotation.omit({ scope: true }),
	requireUsable: ({ date, endDate }) => requireOrder(date, endDate),
	// Of a title there may be one each month.
	nameOf: ({ title, date }) => `${title}, ${date.toISOString().slice(0, 10)}`,
	own: async (database, site) =>
		(await applyingTo(database, "annotation", site)).map((row) => JSON.parse(JSON.stringify(row))),
	insert: (database, { siteId, organizationId }, note, made) =>
		database
			.insertInto("annotation")
			.values({
				...{ siteId, organizationId, userId: null },
				title: note.title,
				date: note.date,
				isPublic: note.isPublic,
				endDate: note.endDate ?? null,
				description: note.description ?? null,
				color: note.color ?? null,
				icon: note.icon ?? null,
				...made,
			})
			.execute(),
});

/** By the kind of an export's line, how it comes back. */
export const RESTORABLE: Readonly<Record<DefinitionKind, RestorableKind>> = {
	site: restoredSettings,
	goal,
	funnel,
	segment,
	annotation,
};
