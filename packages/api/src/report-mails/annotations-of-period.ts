import type { SiteContent } from "@footfall/notices";
import { instantAtWall } from "@footfall/reports/query/time-zone";
import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";
import { appliesTo } from "../definitions/definition.ts";

const MOST = 10;
const DAY_MS = 86_400_000;

/** The notes that apply to a site and to some days of a zone, by date. */
export const annotationsOfPeriod = async (
	database: Database,
	site: Site,
	{ from, to }: { from: string; to: string },
	timeZone: string,
): Promise<SiteContent["annotations"]> => {
	const start = new Date(instantAtWall(Date.parse(from), timeZone));
	const end = new Date(instantAtWall(Date.parse(to) + DAY_MS, timeZone));
	const rows = await database
		.selectFrom("annotation")
		.where(appliesTo(site))
		.where("date", "<", end)
		.where((eb) => eb(eb.fn.coalesce("endDate", "date"), ">=", start))
		.select(["title", "date", "kind"])
		.orderBy("date")
		.orderBy("annotationId")
		.limit(MOST)
		.execute();
	const days = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
	return rows.map(({ title, date, kind }) => ({ title, kind, date: days.format(date) }));
};
