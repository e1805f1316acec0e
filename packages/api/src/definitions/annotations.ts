import { ApiError } from "@footfall/shared/api-error";
import type { Selectable } from "kysely";
import { z } from "zod";
import { personIdOf } from "../access/caller.ts";
import type { Site } from "../access/site.ts";
import { withIsoTimes } from "../database/iso-times.ts";
import type { AnnotationTable, Database } from "../database/schema.ts";
import { type Route, route } from "../routing/route.ts";
import { Annotation, AnnotationUpdate, NewAnnotation } from "./annotation.ts";
import { requireEdit, scopedTo } from "./authorship.ts";
import { definitionNumber } from "./definition-number.ts";

type AnnotationRow = Selectable<AnnotationTable>;

const DAY_MS = 24 * 60 * 60 * 1000;

const day = (name: "start_date" | "end_date") =>
	z
		.string()
		.pipe(z.iso.date(`Invalid ${name} format. Use YYYY-MM-DD`))
		.optional();

/** @throws ApiError 400 for an annotation that ends before it begins */
export const requireOrder = (date: Date, endDate: Date | null | undefined): void => {
	if (endDate && endDate <= date)
		throw new ApiError("INVALID_REQUEST", "endDate must be after date");
};

/** The annotations of the site and of its whole organization. */
const annotationsFor = (database: Database, { organizationId, siteId }: Site) =>
	database
		.selectFrom("annotation")
		.where("annotation.organizationId", "=", organizationId)
		.where(({ eb }) => eb("siteId", "=", siteId).or("siteId", "is", null));

const Days = z.object({ start_date: day("start_date"), end_date: day("end_date") });

/** Whether an annotation ends on or after `start` and begins on or before `end`, whole days in UTC. */
const overlaps =
	({ start_date: start, end_date: end }: z.output<typeof Days>) =>
	({ date, endDate }: AnnotationRow): boolean =>
		(start === undefined || (endDate ?? date) >= new Date(start)) &&
		(end === undefined || date.getTime() < new Date(end).getTime() + DAY_MS);

const tags = ["Annotations"];
const path = "/api/sites/{site}/annotations";
const writing = { tags, access: { site: "member", scope: "annotations:write" } } as const;
const one = {
	path: `${path}/{annotationId}`,
	params: z.object({ annotationId: z.string().min(1) }),
	response: z.strictObject({ success: z.boolean() }),
} as const;

/** Notes on the traffic chart. */
export const annotationRoutes = (database: Database): readonly Route[] => {
	const find = async (site: Site, reference: string): Promise<AnnotationRow> => {
		const row = await annotationsFor(database, site)
			.selectAll("annotation")
			.where("annotationId", "=", definitionNumber(reference) ?? 0)
			.executeTakeFirst();
		if (!row) throw new ApiError("NOT_FOUND", "Annotation not found");
		return row;
	};
	return [
		route({
			method: "get",
			path,
			summary: "The annotations that apply to a site, by date",
			description: "Those of its whole organization are among them; visitors see the public ones.",
			tags,
			access: { site: "read", scope: "annotations:read" },
			query: Days,
			response: z.array(Annotation),
			handle: async ({ site, caller, query }) => {
				const rows = await annotationsFor(database, site)
					.leftJoin("user", "user.id", "annotation.userId")
					.selectAll("annotation")
					.select("user.name as userName")
					.$if(!caller, (visible) => visible.where("annotation.isPublic", "=", true))
					.orderBy("annotation.date")
					.orderBy("annotation.annotationId")
					.execute();
				return rows.filter(overlaps(query)).map((row) => ({
					...withIsoTimes(row),
					// Visitors read the note but not its author.
					userId: caller ? row.userId : null,
					userName: caller ? row.userName : null,
					color: Annotation.shape.color.parse(row.color),
				}));
			},
		}),
		route({
			...writing,
			method: "post",
			path,
			summary: "Pins a note to a date or a range of the traffic chart",
			audit: "annotation.create",
			body: NewAnnotation,
			response: z.strictObject({ success: z.boolean(), annotationId: z.int() }),
			handle: async ({ site, caller, role, body }) => {
				const { scope, ...fields } = body;
				requireOrder(body.date, body.endDate);
				const { annotationId } = await database
					.insertInto("annotation")
					.values({
						...fields,
						siteId: scopedTo(scope, site, role),
						organizationId: site.organizationId,
						userId: personIdOf(caller),
					})
					.returning("annotationId")
					.executeTakeFirstOrThrow();
				return { success: true, annotationId };
			},
		}),
		route({
			...writing,
			...one,
			method: "put",
			summary: "Changes an annotation's fields; null clears one",
			audit: "annotation.update",
			body: AnnotationUpdate,
			handle: async ({ site, caller, role, params, body }) => {
				if (Object.keys(body).length === 0)
					throw new ApiError("INVALID_REQUEST", "No fields to update");
				const found = await find(site, params.annotationId);
				requireEdit(found, caller, role);
				const { scope, ...changes } = body;
				requireOrder(
					changes.date ?? found.date,
					changes.endDate === undefined ? found.endDate : changes.endDate,
				);
				await database
					.updateTable("annotation")
					.set({
						...changes,
						...(scope && { siteId: scopedTo(scope, site, role) }),
						updatedAt: new Date(),
					})
					.where("annotationId", "=", found.annotationId)
					.execute();
				return { success: true };
			},
		}),
		route({
			...writing,
			...one,
			method: "delete",
			summary: "Deletes an annotation",
			audit: "annotation.delete",
			handle: async ({ site, caller, role, params }) => {
				const found = await find(site, params.annotationId);
				requireEdit(found, caller, role);
				const { annotationId } = found;
				await database.deleteFrom("annotation").where("annotationId", "=", annotationId).execute();
				return { success: true };
			},
		}),
	];
};
