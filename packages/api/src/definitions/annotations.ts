import { ApiError } from "@footfall/shared/api-error";
import type { Selectable } from "kysely";
import { z } from "zod";
import type { Grant } from "../access/access.ts";
import { personIdOf } from "../access/caller.ts";
import { withIsoTimes } from "../database/iso-times.ts";
import type { AnnotationTable, Database } from "../database/schema.ts";
import { found } from "../http/found.ts";
import type { Quotas } from "../quotas/quotas.ts";
import { type Route, route } from "../routing/route.ts";
import { Success } from "../routing/success.ts";
import { Annotation, AnnotationUpdate, NewAnnotation, requireConsistent } from "./annotation.ts";
import { appliesTo, definitionNumber, ECHOED, editable, scopedTo } from "./definition.ts";
import { repeatedAnnotation } from "./repeated-annotation.ts";

type AnnotationRow = Selectable<AnnotationTable>;

const DAY_MS = 24 * 60 * 60 * 1000;

const day = (name: "start_date" | "end_date") =>
	z
		.string()
		.pipe(z.iso.date(`Invalid ${name} format. Use YYYY-MM-DD`))
		.optional();

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
	response: Success,
} as const;

const listAnnotations = (database: Database): Route =>
	route({
		method: "get",
		path,
		summary: "The annotations that apply to a site, by date",
		description: "Those of its organization are included; visitors see the public ones.",
		tags,
		access: { site: "read", scope: "annotations:read", areas: ["overview"] },
		query: Days,
		response: z.array(Annotation),
		handle: async ({ site, caller, query }) => {
			const rows = await database
				.selectFrom("annotation")
				.where(appliesTo(site))
				.leftJoin("user", "user.id", "annotation.userId")
				.selectAll("annotation")
				.select("user.name as userName")
				.$if(!caller, (visible) => visible.where("annotation.isPublic", "=", true))
				.orderBy("annotation.date")
				.orderBy("annotation.annotationId")
				.execute();
			return rows.filter(overlaps(query)).map(({ reference: _, ...row }) => ({
				...withIsoTimes(row),
				// Visitors see the note but not its author.
				userId: caller ? row.userId : null,
				userName: caller ? row.userName : null,
				color: Annotation.shape.color.parse(row.color),
			}));
		},
	});

/** Notes on the traffic chart. */
export const annotationRoutes = (database: Database, quotas: Quotas): readonly Route[] => {
	/** @throws ApiError 403 or 404 */
	const findEditable = async (grant: Grant<typeof writing.access>, reference: string) => {
		const row = await database
			.selectFrom("annotation")
			.selectAll()
			.where(appliesTo(grant.site))
			.where("annotationId", "=", definitionNumber(reference))
			.executeTakeFirst();
		return editable(found("Annotation", row), grant);
	};
	return [
		listAnnotations(database),
		route({
			...writing,
			method: "post",
			path,
			summary: "Adds a note or a deployment to the charts of a site",
			description:
				"Marks what explains a change, such as a release or a campaign; `scope: organization` shows it on all sites. A repeated request adds nothing and returns the first one's id, with `isNew: false`: one with the same `reference`, and one for the version that is already the latest deployment of that time, within a day.",
			audit: "annotation.create",
			body: NewAnnotation,
			echoed: ECHOED,
			response: z
				.strictObject({ success: z.boolean(), annotationId: z.int(), isNew: z.boolean() })
				.meta({ component: "CreatedAnnotation" }),
			handle: async ({ site, caller, role, body }) => {
				const { scope, ...fields } = body;
				requireConsistent(body);
				const { organizationId } = site;
				const siteId = scopedTo(scope, site, role);
				const first = await repeatedAnnotation(database, { ...fields, organizationId, siteId });
				if (first !== undefined) return { success: true, annotationId: first, isNew: false };
				const userId = personIdOf(caller);
				await quotas.requireRoom("annotations", { userId, organizationId });
				const { annotationId } = await database
					.insertInto("annotation")
					.values({ ...fields, siteId, organizationId, userId })
					.returning("annotationId")
					.executeTakeFirstOrThrow();
				return { success: true, annotationId, isNew: true };
			},
		}),
		route({
			...writing,
			...one,
			method: "put",
			summary: "Changes an annotation's fields; null clears one",
			description:
				"Absent fields stay as they are. 403 for one that the caller may not edit, 400 if it would end before it begins.",
			audit: "annotation.update",
			body: AnnotationUpdate,
			echoed: ECHOED,
			handle: async ({ params, body, ...grant }) => {
				if (Object.keys(body).length === 0)
					throw new ApiError("INVALID_REQUEST", "No fields to update");
				const row = await findEditable(grant, params.annotationId);
				const { scope, ...changes } = body;
				requireConsistent({
					kind: changes.kind ?? row.kind,
					version: changes.version === undefined ? row.version : changes.version,
					date: changes.date ?? row.date,
					endDate: changes.endDate === undefined ? row.endDate : changes.endDate,
				});
				await database
					.updateTable("annotation")
					.set({
						...changes,
						...(scope && { siteId: scopedTo(scope, grant.site, grant.role) }),
						updatedAt: new Date(),
					})
					.where("annotationId", "=", row.annotationId)
					.execute();
				return { success: true };
			},
		}),
		route({
			...writing,
			...one,
			method: "delete",
			summary: "Deletes an annotation",
			description: "From every chart that shows it. 404 if there is none of this id on the site.",
			audit: "annotation.delete",
			handle: async ({ params, ...grant }) => {
				const { annotationId } = await findEditable(grant, params.annotationId);
				await database.deleteFrom("annotation").where("annotationId", "=", annotationId).execute();
				return { success: true };
			},
		}),
	];
};
