import { createRunSql, type ReportStore } from "@footfall/reports/report/report";
import type { Area } from "@footfall/shared/areas";
import { z } from "zod";
import { requireAreas, requireScopesOfAreas } from "../access/shown-areas.ts";
import { type Route, route } from "../routing/route.ts";

const DIMENSIONS = [
	"day",
	"page",
	"entry_page",
	"exit_page",
	...(["source", "referrer", "utm_source", "utm_medium", "utm_campaign", "utm_content"] as const),
	...(["utm_term", "country", "region", "device_type", "browser", "browser_version"] as const),
	...(["operating_system", "operating_system_version", "event"] as const),
	...(["hostname", "channel", "city", "language"] as const),
] as const;

/** The area that shows a dimension of daily sums. */
const AREA_OF: Readonly<Record<(typeof DIMENSIONS)[number], Area>> = {
	day: "overview",
	page: "pages",
	entry_page: "pages",
	exit_page: "pages",
	source: "sources",
	referrer: "sources",
	utm_source: "sources",
	utm_medium: "sources",
	utm_campaign: "sources",
	utm_content: "sources",
	utm_term: "sources",
	country: "places",
	region: "places",
	device_type: "devices",
	browser: "devices",
	browser_version: "devices",
	operating_system: "devices",
	operating_system_version: "devices",
	event: "events",
	hostname: "pages",
	channel: "sources",
	city: "places",
	language: "places",
};

const Figure = z
	.strictObject({
		value: z.string(),
		/** Daily sums: a visitor on two days counts twice. */
		daily_visitors: z.int(),
		visits: z.int(),
		pageviews: z.int(),
		bounces: z.int(),
		duration_seconds: z.int(),
		events: z.int(),
	})
	.meta({ component: "ImportedFigure" });
type Figure = z.infer<typeof Figure>;

const LIMIT = 1000;

const day = z.string().pipe(z.iso.date("Must be a date in the form YYYY-MM-DD")).optional();

/** Groups by the dimension's value, or by day for the totals. */
const sqlOf = (dimension: (typeof DIMENSIONS)[number]) => `
	SELECT ${dimension === "day" ? "toString(date)" : "value"} AS value,
		sum(visitors) AS daily_visitors, sum(visits) AS visits, sum(pageviews) AS pageviews,
		sum(bounces) AS bounces, sum(duration_seconds) AS duration_seconds, sum(events) AS events
	FROM imported_figures FINAL
	WHERE site_id = {site:UInt32} AND dimension = {dimension:String}
		AND date >= {start:Date} AND date <= {end:Date}
	GROUP BY value
	ORDER BY ${dimension === "day" ? "value" : "daily_visitors DESC, events DESC, value"} LIMIT {limit:UInt32}`;

/** Imported daily sums as they are, also of days that reports count from the site's own events. */
export const importedFiguresRoute = (store: ReportStore): Route =>
	route({
		method: "get",
		path: "/api/sites/{site}/imported-figures",
		summary: "Daily totals imported from products that do not export single events",
		description:
			"By the dimension that they were exported with, to compare them with the other product. They are sums of days: a visitor on two days counts twice.",
		tags: ["Imports"],
		access: { site: "read", scope: "analytics:read", areas: ["overview"] },
		query: z.object({
			dimension: z.enum(DIMENSIONS).default("day").meta({ format: "dimension" }),
			start_date: day,
			end_date: day,
		}),
		response: z.strictObject({ data: z.array(Figure) }),
		handle: async ({ site, caller, shownAreas, query, requester, signal }) => {
			const area = AREA_OF[query.dimension];
			requireAreas(shownAreas, [area]);
			if (caller) requireScopesOfAreas(caller, [area]);
			const data = await createRunSql(store, { requester, signal })<Figure>(
				sqlOf(query.dimension),
				{
					site: site.siteId,
					dimension: query.dimension === "day" ? "" : query.dimension,
					start: query.start_date ?? "1970-01-01",
					end: query.end_date ?? "2149-06-06",
					limit: LIMIT,
				},
			);
			return { data };
		},
	});
