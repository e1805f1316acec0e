import type { BesideProvider } from "@footfall/reports/definitions/beside";
import type { Database } from "../database/schema.ts";

const MOST = 50;

/** Finds the annotations, deployments among them, of a site and of its organization beside a change; visitors see the public ones. */
export const annotationsBeside =
	(database: Database): BesideProvider =>
	async ({ site, stretches, isMember }) => {
		const { organizationId } = site;
		if (organizationId === undefined || stretches.length === 0) return [];
		const rows = await database
			.selectFrom("annotation")
			.select(["kind", "title", "date", "endDate", "url"])
			.where("organizationId", "=", organizationId)
			.where(({ eb }) => eb("siteId", "=", site.siteId).or("siteId", "is", null))
			.where(({ or, and, eb, fn }) =>
				or(
					stretches.map(({ from, to }) =>
						and([
							eb("date", "<", new Date(to)),
							eb(fn.coalesce("endDate", "date"), ">=", new Date(from)),
						]),
					),
				),
			)
			.$if(!isMember, (visible) => visible.where("isPublic", "=", true))
			.orderBy("date", "desc")
			.orderBy("annotationId", "desc")
			.limit(MOST)
			.execute();
		return rows.map(({ kind, title, date, endDate, url }) => ({
			kind: kind === "deploy" ? ("deploy" as const) : ("annotation" as const),
			at: date.toISOString(),
			until: endDate?.toISOString() ?? null,
			title,
			url,
		}));
	};
