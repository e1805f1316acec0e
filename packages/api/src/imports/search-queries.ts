import { createRunSql, type ReportStore } from "@footfall/reports/report/report";
import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import { type Route, route } from "../routing/route.ts";

/** The lists of Google's searches. */
const SEARCH_LISTS = ["query", "page", "country", "device"] as const;
const SORTED_BY = ["clicks", "impressions", "click_rate", "position"] as const;

const MAX_ROWS = 1000;
const DAY_MS = 86_400_000;

const Figures = z
	.strictObject({
		clicks: z.int(),
		impressions: z.int(),
		click_rate: z.number().describe("Clicks per hundred impressions"),
		position: z.number().describe("Mean of all impressions, from 1; 0 without any"),
	})
	.meta({ component: "SearchFigures" });
type Figures = z.infer<typeof Figures>;
const Compared = Figures.extend({ previous: Figures.optional() }).meta({
	component: "ComparedSearchFigures",
});

interface Sums {
	clicks: number;
	impressions: number;
	positions: number;
	clicks_before: number;
	impressions_before: number;
	positions_before: number;
}

const day = z.iso.date("Must be a date in the form YYYY-MM-DD").optional();
const wholeNumber = (name: string, most: number) =>
	z
		.string()
		.regex(/^\d{1,6}$/, `${name} must be a whole number from 1 to ${most}`)
		.transform(Number)
		.refine(
			(value) => value >= 1 && value <= most,
			`${name} must be a whole number from 1 to ${most}`,
		);
const oneOf = <const Value extends string>(name: string, values: readonly Value[]) =>
	z.enum(values, `${name} must be one of ${values.join(", ")}`);

const ofPeriod = (first: string, last: string) =>
	`date >= {${first}:Date} AND date <= {${last}:Date}`;

/** Sums of the range, and of the other one as `…_before`; a day may be in both. */
const SUMS = ["clicks", "impressions", "positions"]
	.flatMap((name) => [
		`sumIf(${name}, ${ofPeriod("start", "end")}) AS ${name}`,
		`sumIf(${name}, ${ofPeriod("other_start", "other_end")}) AS ${name}_before`,
	])
	.join(", ");
const ROWS = `FROM (SELECT date, dimension, value, clicks, impressions, positions FROM search_figures FINAL
		WHERE site_id = {site:UInt32} AND dimension = {dimension:String}
			AND (${ofPeriod("start", "end")} OR ${ofPeriod("other_start", "other_end")})) AS figures`;
// The sums have the names of the columns.
const PLAIN = SUMS.replaceAll(/sumIf\((\w+),/g, "sumIf(figures.$1,");

const TOTALS = `SELECT ${PLAIN} ${ROWS}`;
const SORT: Readonly<Record<(typeof SORTED_BY)[number], string>> = {
	clicks: "clicks",
	impressions: "impressions",
	click_rate: "clicks / impressions",
	position: "positions / impressions",
};
const listSql = (sortedBy: (typeof SORTED_BY)[number], order: "asc" | "desc") => `
	SELECT value, ${PLAIN}, count() OVER () AS total
	${ROWS}
	WHERE {search:String} = '' OR positionCaseInsensitiveUTF8(value, {search:String}) > 0
	GROUP BY value HAVING impressions > 0
	ORDER BY ${SORT[sortedBy]} ${order.toUpperCase()}, clicks DESC, impressions DESC, value
	LIMIT {limit:UInt32} OFFSET {offset:UInt32}`;
const DAYS = `SELECT toString(min(date)) AS first, toString(max(date)) AS last, count() AS count
	FROM search_figures WHERE site_id = {site:UInt32}`;

const rounded = (value: number) => Math.round(value * 100) / 100;
const figuresOf = (clicks: number, impressions: number, positions: number): Figures => ({
	clicks,
	impressions,
	click_rate: impressions === 0 ? 0 : rounded((100 * clicks) / impressions),
	position: impressions === 0 ? 0 : rounded(positions / impressions),
});
const answerOf = (sums: Sums, isCompared: boolean): z.infer<typeof Compared> => ({
	...figuresOf(sums.clicks, sums.impressions, sums.positions),
	...(isCompared && {
		previous: figuresOf(sums.clicks_before, sums.impressions_before, sums.positions_before),
	}),
});
const NO_SUMS: Sums = {
	...{ clicks: 0, impressions: 0, positions: 0 },
	...{ clicks_before: 0, impressions_before: 0, positions_before: 0 },
};

interface Days {
	from: string;
	to: string;
}
const moved = (date: string, days: number) =>
	new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
/** The same date some months earlier; the last day of a month without such a date. */
const monthsBefore = (date: string, months: number): string => {
	const [year = 0, month = 0, dayOfMonth = 0] = date.split("-").map(Number);
	const lastDay = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
	return new Date(Date.UTC(year, month - 1 - months, Math.min(dayOfMonth, lastDay)))
		.toISOString()
		.slice(0, 10);
};

/** The days to compare with. @throws ApiError for an unknown comparison, and for a range without both ends */
const otherDays = (compare: string | undefined, from?: string, to?: string): Days | undefined => {
	if (compare === undefined || compare === "") return undefined;
	if (from === undefined || to === undefined)
		throw new ApiError(
			"INVALID_REQUEST",
			"compare needs start_date and end_date: the days of the range",
		);
	const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
	if (compare === "previous") return { from: moved(from, -length), to: moved(to, -length) };
	if (compare === "month" || compare === "year") {
		const months = compare === "month" ? 1 : 12;
		return { from: monthsBefore(from, months), to: monthsBefore(to, months) };
	}
	const [, first = "", last = ""] =
		/^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/.exec(compare) ?? [];
	if (
		z.iso.date().safeParse(first).success &&
		z.iso.date().safeParse(last).success &&
		first <= last
	)
		return { from: first, to: last };
	throw new ApiError(
		"INVALID_REQUEST",
		`Invalid compare "${compare.slice(0, 100)}": use previous, month, year, or days as YYYY-MM-DD..YYYY-MM-DD`,
	);
};

const NEVER: Days = { from: "2149-06-06", to: "1970-01-01" };

/** What Google's search showed of a site, imported from Search Console. No visit is counted here. */
export const searchQueriesRoute = (store: ReportStore): Route =>
	route({
		method: "get",
		path: "/api/sites/{site}/search-queries",
		summary: "Google searches by query, page, country or device, imported from Search Console",
		description:
			"Days are those of California. `unnamed` is the difference between the totals and the sum of all rows, positive for queries: Google gives no row for searches that few people made.",
		tags: ["Imports"],
		access: { site: "read", scope: "analytics:read", areas: ["sources"] },
		query: z.object({
			by: oneOf("by", SEARCH_LISTS).default("query").meta({ format: "dimension" }),
			start_date: day,
			end_date: day,
			compare: z
				.string()
				.optional()
				.describe("`previous`, `month`, `year`, or days as `YYYY-MM-DD..YYYY-MM-DD`"),
			search: z.string().max(500).default("").describe("Only values that contain this text"),
			sort_by: oneOf("sort_by", SORTED_BY).default("clicks"),
			sort_order: oneOf("sort_order", ["asc", "desc"]).default("desc"),
			page: wholeNumber("page", 100_000).default(1),
			limit: wholeNumber("limit", MAX_ROWS).default(10),
		}),
		response: z.strictObject({
			data: z.array(Compared.extend({ value: z.string() }).meta({ component: "SearchQuery" })),
			total_count: z.int(),
			totals: Compared,
			unnamed: z
				.strictObject({ clicks: z.int(), impressions: z.int() })
				.meta({ component: "UnnamedSearchFigures" }),
			days: z
				.strictObject({ first: z.iso.date(), last: z.iso.date() })
				.meta({ component: "SearchDays" })
				.nullable()
				.describe("The first and the last day with figures; null before any import"),
			comparison: z
				.strictObject({ from: z.iso.date(), to: z.iso.date() })
				.meta({ component: "ComparedDates" })
				.optional(),
		}),
		handle: async ({ site, query, requester, signal }) => {
			const { by, start_date: start, end_date: end, search, page, limit } = query;
			const other = otherDays(query.compare, start, end);
			const runSql = createRunSql(store, { requester, signal });
			const bound = {
				site: site.siteId,
				start: start ?? "1970-01-01",
				end: end ?? "2149-06-06",
				other_start: (other ?? NEVER).from,
				other_end: (other ?? NEVER).to,
			};
			const [rows, [totals = NO_SUMS], [named = NO_SUMS], [days]] = await Promise.all([
				runSql<Sums & { value: string; total: number }>(listSql(query.sort_by, query.sort_order), {
					...bound,
					dimension: by,
					search,
					limit,
					offset: (page - 1) * limit,
				}),
				runSql<Sums>(TOTALS, { ...bound, dimension: "" }),
				runSql<Sums>(TOTALS, { ...bound, dimension: by }),
				runSql<{ first: string; last: string; count: number }>(DAYS, { site: site.siteId }),
			]);
			const isCompared = other !== undefined;
			return {
				data: rows.map(({ value, ...sums }) => ({ value, ...answerOf(sums, isCompared) })),
				total_count: rows[0]?.total ?? 0,
				totals: answerOf(totals, isCompared),
				unnamed: {
					clicks: totals.clicks - named.clicks,
					impressions: totals.impressions - named.impressions,
				},
				days: days && days.count > 0 ? { first: days.first, last: days.last } : null,
				...(other && { comparison: other }),
			};
		},
	});
