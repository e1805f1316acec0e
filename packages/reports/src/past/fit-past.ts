import { createBinder, type Parameters } from "../query/binding.ts";
import type { Bucket } from "../query/bucket.ts";
import { requiredDimension, testOfFilter } from "../query/condition.ts";
import type { Period } from "../query/period.ts";
import type { ReportQuery } from "../query/report-query.ts";
import { startOfDay, wallTimeOf } from "../query/time-zone.ts";
import { chooseRows, type ImportedDimension, importedDimensionOf } from "./imported-dimensions.ts";
import { DAY_MS, type PastContext, type PastOfSite, pastOfSite } from "./past-of-site.ts";

/** Why imported daily sums are left out of an answer. */
export const LEFT_OUT = ["filter", "metric", "bucket", "dimension", "switched_off"] as const;
export type LeftOutReason = (typeof LEFT_OUT)[number];

/** What a report asks of imported sums. */
export interface PastRequest {
	/** By which the answer is broken down; the days as a whole unless given. */
	dimension?: string | undefined;
	/** What it counts. */
	metrics: readonly string[];
	/** Of a series. */
	bucket?: Bucket | undefined;
	/** The caller wants events alone. */
	isSwitchedOff?: boolean | undefined;
	/** In front of the names of parameters, where one statement has the sums of several dimensions. */
	prefix?: string | undefined;
}

interface OfSite {
	/** The products that the sums come from, as people call them; undefined if that is not known. */
	source: string | undefined;
	/** Days that have both sums and events of the site, `YYYY-MM-DD`: the events count. */
	doubleDays: readonly string[];
}

/** Sums that fit a query. */
export interface UsedPast extends OfSite {
	isUsed: true;
	/** The first and the last day, `YYYY-MM-DD`. */
	from: string;
	to: string;
	/**
	 * SQL for rows of `date`, `value`, `platform`, `visitors`, `visits`, `pageviews`, `bounces`, `duration_seconds` and
	 * `events`, over these parameters.
	 */
	sql: string;
	parameters: Parameters;
}

/** Sums that are left out; without a reason where the range has none. */
export interface UnusedPast extends OfSite {
	isUsed: false;
	reason?: LeftOutReason;
	sentence?: string;
}
export type FittedPast = UsedPast | UnusedPast;

const SENTENCES: Readonly<Record<LeftOutReason, string>> = {
	filter:
		"Imported daily sums are left out, because they cannot be filtered: they hold no single visits",
	metric: "Imported daily sums are left out, because they do not hold this figure",
	bucket:
		"Imported daily sums are left out, because they have no hours: choose bucket day or longer",
	dimension: "Imported daily sums are left out, because they are not divided by this dimension",
	switched_off: "Imported daily sums are left out as requested",
};

const PRODUCTS: Readonly<Record<string, string>> = {
	plausible: "Plausible",
	ga4: "Google Analytics",
	search_console: "Google Search Console",
};

const printed = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/**
 * The calendar days that lie wholly in a range, since 1970, both included. A day of an export is a day on the other
 * product's clock, and nothing tells which part of it lies where another zone's day begins: it stands for the day of the
 * same date, in whichever zone is asked for.
 */
export const wholeDaysOf = ({ from, to, timeZone }: Period): { first: number; last: number } => {
	const dayAt = (instant: number) => Math.floor(wallTimeOf(instant, timeZone) / DAY_MS);
	const startOf = (day: number) => startOfDay(day * DAY_MS, timeZone);
	const first = from === undefined ? 0 : dayAt(from);
	const last = to === undefined ? 65_535 : dayAt(to - 1);
	return {
		first: from !== undefined && startOf(first) < from ? first + 1 : first,
		last: to !== undefined && startOf(last + 1) > to ? last - 1 : last,
	};
};

const reasonOf = (
	{ dimensions }: PastOfSite,
	query: ReportQuery,
	{ dimension, metrics, bucket, isSwitchedOff }: PastRequest,
): LeftOutReason | undefined => {
	if (isSwitchedOff) return "switched_off";
	const known = importedDimensionOf(dimension);
	if (!known || !dimensions.has(known.name))
		return query.filters.length > 0 ? "filter" : "dimension";
	if (!chooseRows(query, dimension, known)) return "filter";
	if (!metrics.every((metric) => known.metrics.includes(metric))) return "metric";
	// Of BUCKETS, only these are as long as the sums' days.
	if (bucket !== undefined && !["day", "week", "month", "year"].includes(bucket)) return "bucket";
	return undefined;
};

const COLUMNS = ["visitors", "visits", "pageviews", "bounces", "duration_seconds", "events"];

/** No day has more bounces than visits, whatever an export says. */
const columnSql = (column: string) =>
	column === "bounces"
		? "least(imported_figures.bounces, imported_figures.visits)"
		: `imported_figures.${column}`;

const rowsSql = (
	{ name }: ImportedDimension,
	query: ReportQuery,
	{
		days,
		doubleDays,
		site,
		prefix,
		hasEntryPages,
	}: {
		days: { first: number; last: number };
		doubleDays: readonly number[];
		site: number;
		prefix: string;
		hasEntryPages: boolean;
	},
): Pick<UsedPast, "sql" | "parameters"> => {
	const parameters: Parameters = {
		...{ [`${prefix}site`]: site, [`${prefix}dimension`]: name },
		...{ [`${prefix}first`]: days.first, [`${prefix}last`]: days.last },
		...(doubleDays.length > 0 && { [`${prefix}double`]: [...doubleDays] }),
	};
	const bind = createBinder(parameters, prefix);
	const conditions = query.filters.map((filter) => {
		// The sums' values are in the same form as the dimension's own.
		const ofValue = { ...requiredDimension(filter), sql: () => "value" };
		const { met, isDenied } = testOfFilter(filter, ofValue, bind, query.pseudonyms);
		return isDenied ? `NOT ${met}` : met;
	});
	const isDay =
		doubleDays.length > 0 ? [`toUInt32(date) NOT IN {${prefix}double:Array(UInt32)}`] : [];
	const select = (isTaken: (column: string) => boolean, dimension: string) => `
      SELECT date, value, platform, ${COLUMNS.map((column) => `${isTaken(column) ? columnSql(column) : "toUInt64(0)"} AS ${column}`).join(", ")}
      FROM imported_figures FINAL
      WHERE ${[
				`site_id = {${prefix}site:UInt32} AND dimension = ${dimension}`,
				`date >= toDate({${prefix}first:UInt32}) AND date <= toDate({${prefix}last:UInt32})`,
				...[...isDay, ...conditions],
			].join("\n        AND ")}`;
	const own = `{${prefix}dimension:String}`;
	if (name !== "page" || !hasEntryPages) return { sql: select(() => true, own), parameters };
	// A session with one pageview entered on its page, which is where exports count it as a bounce.
	return {
		sql: `${select((column) => column !== "bounces", own)}
      UNION ALL${select((column) => column === "bounces", "'entry_page'")}`,
		parameters,
	};
};

/**
 * Decides whether a site's imported daily sums count in an answer, and which.
 * @returns undefined for a site without any
 */
export const fitPast = async (
	context: PastContext,
	query: ReportQuery,
	request: PastRequest,
): Promise<FittedPast | undefined> => {
	const past = await pastOfSite(context);
	if (!past) return undefined;
	const { dimensions, platforms, until = Number.POSITIVE_INFINITY, doubleDays } = past;
	const whole = wholeDaysOf(query.period);
	const within = (days: Iterable<{ first: number; last: number }>) => {
		const all = [...days];
		return {
			first: Math.max(whole.first, Math.min(...all.map(({ first }) => first))),
			last: Math.min(whole.last, until - 1, Math.max(...all.map(({ last }) => last))),
		};
	};
	const ofSite: OfSite = {
		source:
			platforms.length === 0
				? undefined
				: platforms.map((platform) => PRODUCTS[platform] ?? platform).join(" and "),
		doubleDays: doubleDays.filter((day) => day >= whole.first && day <= whole.last).map(printed),
	};
	const any = within(dimensions.values());
	if (any.first > any.last) return { isUsed: false, ...ofSite };
	const reason = reasonOf(past, query, request);
	if (reason) return { isUsed: false, reason, sentence: SENTENCES[reason], ...ofSite };
	const known = importedDimensionOf(request.dimension);
	const extent = known && dimensions.get(known.name);
	const days = extent && within([extent]);
	if (!known || !days || days.first > days.last) return { isUsed: false, ...ofSite };
	return {
		isUsed: true,
		from: printed(days.first),
		to: printed(days.last),
		...ofSite,
		...rowsSql(known, query, {
			...{ days, doubleDays, site: context.site.siteId },
			prefix: request.prefix ?? "past_",
			hasEntryPages: dimensions.has("entry_page"),
		}),
	};
};
