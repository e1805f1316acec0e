/**
 * The longest time that a page counts as viewed; after that the visitor is assumed to have left.
 * Rolled-up days have it built in.
 */
export const MAX_GAP_MS = 1_800_000;

/**
 * A dimension of `day_totals`: at most two texts built from columns of `visits`, and the SQL that
 * restores these columns.
 */
interface TotalsDimension {
	value: string;
	detail: string;
	columns: string;
}

const by = (value: string, detail?: string): TotalsDimension => ({
	value,
	detail: detail ?? "''",
	columns: `value AS ${value}${detail === undefined ? "" : `, detail AS ${detail}`}`,
});

/** Dimensions with a column of their name. */
const NAMED = [
	...["browser", "operating_system", "language", "country", "region", "device_type", "hostname"],
	...["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "timezone", "asn_org"],
	...["device_model", "app_version"],
];

const DIMENSIONS = new Map([
	...NAMED.map((name) => [name, by(name)] as const),
	["channel", by("outer_channel", "channel")],
	["referrer", by("referrer_domain")],
	["browser_version", by("browser", "browser_version")],
	["operating_system_version", by("operating_system", "operating_system_version")],
	["city", by("city_region", "city")],
	[
		"dimensions",
		{
			value: "toString(screen_width)",
			detail: "toString(screen_height)",
			columns: "toUInt16OrZero(value) AS screen_width, toUInt16OrZero(detail) AS screen_height",
		},
	],
]);

/**
 * SQL of the columns of `visits` that group a dimension's rows of `day_totals`; undefined for one
 * without rows there.
 */
export const totalsColumnsOf = (dimension: string): string | undefined =>
	DIMENSIONS.get(dimension)?.columns;

/**
 * SQL for a row per view of a page from `rows` with `pageviews`, `ended`, `times_ms` and `texts`: its path or title
 * (`value`), which view of it in its session (`nth`), its time (`time_ms`) and `gap_ms` to the session's next act or,
 * for the last one, how long it was visible; -1 if unknown.
 * @param kept further columns of the rows
 */
export const viewsFromSessionDays = (
	rows: string,
	texts: "paths" | "titles",
	kept: readonly string[] = [],
): string => `
      SELECT
        ${[...kept, "value", "nth", "pageviews", "time_ms"].join(", ")},
        if(next_ms < 0, -1, least(next_ms - time_ms, ${MAX_GAP_MS})) AS gap_ms
      FROM (${rows})
      ARRAY JOIN
        ${texts} AS value,
        times_ms AS time_ms,
        arrayPushBack(arrayPopFront(times_ms), if(toUnixTimestamp64Milli(ended) > times_ms[-1], toUnixTimestamp64Milli(ended), -1)) AS next_ms,
        arrayEnumerateUniq(${texts}) AS nth
      WHERE value != ''`;

/** A row that is a whole session. */
const WHOLE = "crosses = 0 AND acts > 0";

const KEYS = ["site_id", "day", "seal", "dimension", "value", "detail"];
const SUMS = ["sessions", "bounces", "pageviews", "total_ms"];
const SUMS_OF_VIEWS = ["views", "measured_views", "on_page_ms", "latest_ms"];

/** Dimensions by the views of pages, and the column of `visits` with their values. */
const VIEWED = [
	["pathname", "paths"],
	["page_title", "titles"],
] as const;

const listOf = (dimensions: readonly (readonly [name: string, of: TotalsDimension])[]) =>
	`[${dimensions.map(([name, { value, detail }]) => `('${name}', toString(${value}), toString(${detail}))`).join(", ")}]`;

/**
 * Statements that compute the totals of days from their session days.
 * @param where condition on `visits`: all rows of some seals
 */
export const totalsOfDays = (where: string, limits: string): string[] => [
	// A day on which every visit continues on another day has its row too.
	`INSERT INTO day_totals (${[...KEYS, ...SUMS].join(", ")}, sealed_at)
	SELECT
		site_id, day, seal, one.1 AS dimension, one.2 AS value, one.3 AS detail,
		countIf(${WHOLE}), countIf(${WHOLE} AND pageviews = 1), sumIf(visits.pageviews, ${WHOLE}),
		sumIf(toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began), ${WHOLE}), now()
	FROM visits
	ARRAY JOIN if(${WHOLE},
		${listOf([["day", { value: "''", detail: "''", columns: "" }], ...DIMENSIONS])},
		[('day', '', '')]) AS one
	WHERE ${where}
	GROUP BY ${KEYS.join(", ")}
	SETTINGS ${limits}, max_partitions_per_insert_block = 0`,
	...VIEWED.map(
		([
			dimension,
			texts,
		]) => `INSERT INTO day_totals (${[...KEYS, "sessions", "bounces", ...SUMS_OF_VIEWS].join(", ")}, sealed_at)
	SELECT
		site_id, day, seal, '${dimension}' AS dimension, value, '' AS detail,
		countIf(nth = 1), countIf(nth = 1 AND pageviews = 1),
		count(), countIf(gap_ms >= 0), sumIf(gap_ms, gap_ms >= 0), max(time_ms), now()
	FROM (${viewsFromSessionDays(
		`SELECT site_id, day, seal, pageviews, ended, times_ms, ${texts} FROM visits WHERE ${where} AND ${WHOLE}`,
		texts,
		["site_id", "day", "seal"],
	)})
	GROUP BY ${KEYS.join(", ")}
	SETTINGS ${limits}, max_partitions_per_insert_block = 0`,
	),
];
