import { sql } from "kysely";
import type { Database } from "../database/schema.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whole days, both included, on the calendar of a time zone. */
interface Period {
	organizationId: string;
	siteIds: readonly number[];
	/** YYYY-MM-DD */
	startDate: string;
	endDate: string;
	timeZone: string;
	/** At most so many, the latest ones; 100 by default. */
	limit?: number;
}

/** A note or a deployment in a period. */
export interface PeriodAnnotation {
	annotationId: number;
	/** null = all sites of the organization */
	siteId: number | null;
	kind: "note" | "deploy";
	title: string;
	description: string | null;
	version: string | null;
	url: string | null;
	date: Date;
	endDate: Date | null;
	/** Of `date`, on the period's calendar, YYYY-MM-DD. */
	day: string;
	/** Of `endDate`, else of `date`. */
	lastDay: string;
	/** Whether visitors of a public site may see it. */
	isPublic: boolean;
}

/** An annotation with only a day is stored as its midnight in UTC, and is the same day in every zone. */
const createDayOf = (timeZone: string) => {
	const calendar = new Intl.DateTimeFormat("en-CA", {
		...{ timeZone, year: "numeric", month: "2-digit", day: "2-digit" },
	});
	return (date: Date): string =>
		date.getTime() % DAY_MS === 0 ? date.toISOString().slice(0, 10) : calendar.format(date);
};

/** The annotations of sites, and of all sites of their organization, that overlap a period, by date. */
export const annotationsOfPeriod = async (
	database: Database,
	{ organizationId, siteIds, startDate, endDate, timeZone, limit = 100 }: Period,
): Promise<PeriodAnnotation[]> => {
	// Zones are at most a day away from UTC: the days below decide.
	const earliest = new Date(Date.parse(startDate) - DAY_MS);
	const latest = new Date(Date.parse(endDate) + 2 * DAY_MS);
	const rows = await database
		.selectFrom("annotation")
		.select(["annotationId", "siteId", "kind", "title", "description", "version", "url"])
		.select(["date", "endDate", "isPublic"])
		.where("organizationId", "=", organizationId)
		.where(sql<boolean>`("siteId" IS NULL OR "siteId" = ANY(${[...siteIds]}::integer[]))`)
		.where("date", "<", latest)
		.where(({ eb, fn }) => eb(fn.coalesce("endDate", "date"), ">=", earliest))
		.orderBy("date", "desc")
		.orderBy("annotationId", "desc")
		// Those of the days around the period are dropped below.
		.limit(3 * limit)
		.execute();
	const dayOf = createDayOf(timeZone);
	return rows
		.map((row) => ({ ...row, day: dayOf(row.date), lastDay: dayOf(row.endDate ?? row.date) }))
		.filter(({ day, lastDay }) => day <= endDate && lastDay >= startDate)
		.slice(0, limit)
		.reverse();
};
