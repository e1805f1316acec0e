import { areasOfDimension } from "@footfall/reports/query/dimension-areas";
import {
	FILTER_TYPES,
	type Filter,
	filtersOf,
	invalidFilters,
} from "@footfall/reports/query/filters";
import type { PseudonymsOf } from "@footfall/reports/query/pseudonyms";
import { shownFilter } from "@footfall/reports/query/shown-filter";
import { ApiError } from "@footfall/shared/api-error";
import { allows } from "@footfall/shared/scopes";
import type { Selectable } from "kysely";
import { z } from "zod";
import type { Grant } from "../access/access.ts";
import { type Caller, personIdOf } from "../access/caller.ts";
import { requireScopesOfAreas } from "../access/shown-areas.ts";
import type { Site } from "../access/site.ts";
import { withIsoTimes } from "../database/iso-times.ts";
import type { Database, SegmentTable } from "../database/schema.ts";
import { found } from "../http/found.ts";
import type { Quotas } from "../quotas/quotas.ts";
import { type Route, route } from "../routing/route.ts";
import { Success } from "../routing/success.ts";
import { appliesTo, definitionNumber, editable, mayEdit, scopedTo } from "./definition.ts";

type SegmentRow = Selectable<SegmentTable>;

/** A filter as segments and boards keep it. */
export const SavedFilter = z
	.strictObject({
		parameter: z.string(),
		type: z.enum(FILTER_TYPES),
		value: z.array(z.union([z.string().max(500), z.number()])).max(50),
	})
	.meta({ component: "SavedFilter" });

const fields = {
	name: z.string().trim().min(1).max(80),
	description: z.string().max(500).nullable(),
	filters: z.array(SavedFilter).min(1).max(20),
	isPublic: z.boolean(),
	scope: z.enum(["site", "organization"]),
};
/** A segment to save. */
export const NewSegment = z
	.strictObject({
		...fields,
		description: fields.description.optional(),
		isPublic: fields.isPublic.default(false),
		scope: fields.scope.default("site"),
	})
	.meta({ component: "SegmentCreation" });
const SegmentUpdate = z.strictObject(fields).partial().meta({ component: "SegmentUpdate" });

const Segment = z
	.strictObject({
		segmentId: z.int(),
		siteId: z.int().nullable(),
		organizationId: z.string(),
		userId: z.string().nullable(),
		name: z.string(),
		description: z.string().nullable(),
		filters: z.array(SavedFilter),
		isPublic: z.boolean(),
		type: z.literal("segment"),
		canEdit: z.boolean(),
		createdAt: z.iso.datetime(),
		updatedAt: z.iso.datetime(),
	})
	.meta({ component: "Segment" });

const tags = ["Segments"];
const reading = {
	method: "get",
	tags,
	access: { site: "read", scope: "segments:read", areas: [] },
} as const;

/** Segments as shown to a reader; visitors see neither their authors nor user ids in their filters. */
const createShownTo =
	(pseudonymsOf: PseudonymsOf) =>
	({ site, caller, role }: Grant<typeof reading.access>) => {
		const pseudonyms = caller ? undefined : pseudonymsOf(site.siteId);
		return ({ filters, ...row }: SegmentRow): z.output<typeof Segment> => ({
			...withIsoTimes(row),
			userId: role ? row.userId : null,
			filters: filters
				.map((filter) => shownFilter(filter, pseudonyms))
				.map(({ parameter, type, value }) => ({ parameter, type, value: [...value] })),
			type: "segment",
			canEdit: mayEdit(row, caller, role),
		});
	};
type ShownTo = ReturnType<typeof createShownTo>;

/** Valid filters as JSON text. @throws ApiError `Invalid filters` with the reasons */
export const checkedFilters = (filters: readonly Filter[]): string => {
	const checked = filtersOf(JSON.stringify(filters));
	const faults = checked.flatMap(({ type, value }, index) =>
		(type === "regex" || type === "not_regex") && value.length !== 1
			? [`filters[${index}]: ${type} takes exactly one pattern`]
			: [],
	);
	if (faults.length > 0) throw invalidFilters(faults);
	return JSON.stringify(checked);
};

const segmentsFor = (database: Database, site: Site) =>
	database.selectFrom("segment").selectAll().where(appliesTo(site));

/** @throws ApiError 404 */
const findSegment = async (database: Database, site: Site, reference: string) =>
	found(
		"Segment",
		await segmentsFor(database, site)
			.where("segmentId", "=", definitionNumber(reference))
			.executeTakeFirst(),
	);

/** Looks up the filters of a report's `segment_id`; visitors may use public segments only. */
export const createFindSegment =
	(database: Database) =>
	async (
		segmentId: number,
		site: Site,
		caller: Caller | undefined,
	): Promise<Filter[] | undefined> => {
		if (caller && !allows(caller.permissions, "segments:read"))
			throw new ApiError("FORBIDDEN", "Insufficient scope", { required: "segments:read" });
		const row = await segmentsFor(database, site)
			.where("segmentId", "=", segmentId)
			.executeTakeFirst();
		return row && (caller || row.isPublic) ? row.filters : undefined;
	};

const path = "/api/sites/{site}/segments";
const writing = { tags, access: { site: "member", scope: "segments:write" } } as const;
const one = { path: `${path}/{segmentId}`, params: z.object({ segmentId: z.string() }) } as const;

const readingRoutes = (database: Database, shownTo: ShownTo): readonly Route[] => [
	route({
		...reading,
		path,
		summary: "The segments that the caller may use on a site, by name",
		description:
			"Their own, public ones of the site, and those of the organization. Use one in a report with `segment_id`.",
		response: z.array(Segment),
		handle: async (grant) => {
			const rows = await segmentsFor(database, grant.site)
				.$if(!grant.caller, (query) => query.where("isPublic", "=", true))
				.orderBy("name")
				.orderBy("segmentId")
				.execute();
			return rows.map(shownTo(grant));
		},
	}),
	route({
		...reading,
		...one,
		summary: "One segment",
		description: "With its filters, to show or edit it. 404 if the caller may not use it.",
		response: Segment,
		handle: async ({ params, ...grant }) => {
			const row = await findSegment(database, grant.site, params.segmentId);
			return shownTo(grant)(found("Segment", grant.caller || row.isPublic ? row : undefined));
		},
	}),
];

/** A key may save only filters that it could query with. @throws ApiError 403 */
const requireMayFilter = (caller: Caller, filters: readonly Filter[]): void =>
	requireScopesOfAreas(
		caller,
		filters.flatMap(({ parameter }) => areasOfDimension(parameter)),
	);

const writingRoutes = (database: Database, shownTo: ShownTo, quotas: Quotas): readonly Route[] => {
	/** @throws ApiError 403 or 404 */
	const findEditable = async (grant: Grant<typeof writing.access>, reference: string) =>
		editable(await findSegment(database, grant.site, reference), grant);
	return [
		route({
			...writing,
			method: "post",
			path,
			summary: "Saves a segment, for the site or for its whole organization",
			description:
				"From then on, reports take its filters by `segment_id`. 400 with `QUOTA_REACHED` if there may be no more.",
			audit: "segment.create",
			body: NewSegment,
			response: Segment,
			status: 201,
			handle: async ({ body, ...grant }) => {
				const { site, caller, role } = grant;
				const { scope, filters, ...rest } = body;
				requireMayFilter(caller, filters);
				const { organizationId } = site;
				const userId = personIdOf(caller);
				await quotas.requireRoom("segments", { userId, organizationId });
				const row = await database
					.insertInto("segment")
					.values({
						...rest,
						siteId: scopedTo(scope, site, role),
						organizationId,
						userId,
						filters: checkedFilters(filters),
					})
					.returningAll()
					.executeTakeFirstOrThrow();
				return shownTo(grant)(row);
			},
		}),
		route({
			...writing,
			...one,
			method: "put",
			summary: "Changes a segment",
			description:
				"Reports that use it by `segment_id` change with it. Absent fields stay as they are.",
			audit: "segment.update",
			body: SegmentUpdate,
			response: Segment,
			handle: async ({ params, body, ...grant }) => {
				const { segmentId } = await findEditable(grant, params.segmentId);
				const { scope, filters, ...rest } = body;
				requireMayFilter(grant.caller, filters ?? []);
				const row = await database
					.updateTable("segment")
					.set({
						...rest,
						...(filters && { filters: checkedFilters(filters) }),
						...(scope && { siteId: scopedTo(scope, grant.site, grant.role) }),
						updatedAt: new Date(),
					})
					.where("segmentId", "=", segmentId)
					.returningAll()
					.executeTakeFirst();
				return shownTo(grant)(found("Segment", row));
			},
		}),
		route({
			...writing,
			...one,
			method: "delete",
			summary: "Deletes a segment",
			description: "Links and reports with its `segment_id` no longer work.",
			audit: "segment.delete",
			response: Success,
			handle: async ({ params, ...grant }) => {
				const { segmentId } = await findEditable(grant, params.segmentId);
				await database.deleteFrom("segment").where("segmentId", "=", segmentId).execute();
				return { success: true };
			},
		}),
	];
};

/** Saved sets of filters. */
export const segmentRoutes = (
	database: Database,
	pseudonymsOf: PseudonymsOf,
	quotas: Quotas,
): readonly Route[] => {
	const shownTo = createShownTo(pseudonymsOf);
	return [...readingRoutes(database, shownTo), ...writingRoutes(database, shownTo, quotas)];
};
