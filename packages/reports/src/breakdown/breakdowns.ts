import { MAX_GAP_MS } from "@footfall/store";
import { type AddedGroups, withImportedGroups } from "../past/imported-groups.ts";
import { dimensionOf } from "../query/dimensions.ts";
import type { Page } from "../query/page.ts";
import { countedRows } from "../query/report-query.ts";
import type { RunSql } from "../report/report.ts";
import { pageOfRows } from "../report/rows.ts";
import type { ViewTexts } from "../source/rows.ts";
import type { Source } from "../source/source.ts";
import { columnOfLatestViews } from "./latest-view.ts";

/** How sessions, views or events are grouped by the values of a parameter. */
export interface Breakdown {
	/** The fields of a row beside value, count and percentage. */
	kind: "occurrences" | "pages" | "titles" | "sessions";
	/** SQL for rows of `value`, `sessions` and the kind's own columns. */
	groups(source: Source): string;
	/** How imported daily sums add to its groups. */
	added: AddedGroups;
	/** The column that each row shows from its latest view, looked up by the column with the row's value. */
	latest?: { value: "pathname" | "page_title"; shown: "hostname" | "pathname" };
}

const eventNames = ({ querySql }: Source): string => `
    SELECT event_name AS value, count() AS sessions
    FROM events
    WHERE ${countedRows(querySql)}
      AND type = 'custom_event' AND event_name != ''
    GROUP BY value`;

/**
 * First or last pages of sessions; time on page is from the session's first or last view to its
 * next act, or for how long it was visible.
 */
const edgePages =
	(edge: "entry" | "exit") =>
	({ sessions }: Source): string => {
		const place =
			edge === "entry"
				? "toInt64(indexOf(views, 1))"
				: "if(has(views, 1), length(views) + 1 - toInt64(indexOf(arrayReverse(views), 1)), 0)";
		const columns = [`${edge}_page`, `${edge}_hostname`, `${edge}_ms`] as const;
		return `
    SELECT
      ${edge}_page AS value,
      argMax(${edge}_hostname, (${edge}_ms, session_id)) AS shown,
      count() AS sessions,
      count() AS views,
      countIf(pageviews = 1) AS bounces,
      sumIf(gap_ms, is_measured) AS on_page_ms,
      countIf(is_measured) AS measured_views
    FROM (
      SELECT
        *,
        ${place} AS place,
        if(place < length(times_ms), times_ms[place + 1], toUnixTimestamp64Milli(ended)) - times_ms[place] AS left_ms,
        place > 0 AND (place < length(times_ms) OR left_ms > 0) AS is_measured,
        least(left_ms, ${MAX_GAP_MS}) AS gap_ms
      FROM (${sessions([...columns, "ended", "pageviews", "times_ms", "views"])})
    )
    WHERE value != ''
    GROUP BY value`;
	};

const viewsBy = (texts: ViewTexts) => (source: Source) => source.viewsBy(texts);

const OF_VIEWS = ["sessions", "views", "bounces", "on_page_ms", "measured_views"] as const;
const OF_LATEST: AddedGroups = { figures: OF_VIEWS, text: "latest_ms" };
const OF_EDGES: AddedGroups = { figures: OF_VIEWS, text: "shown", views: "visits" };

export const PAGE_TITLES: Breakdown = {
	kind: "titles",
	groups: viewsBy("titles"),
	added: OF_LATEST,
	latest: { value: "page_title", shown: "pathname" },
};

const BREAKDOWNS: Readonly<Record<string, Breakdown>> = {
	event_name: {
		kind: "occurrences",
		groups: eventNames,
		added: { figures: ["sessions"], sessions: "events" },
	},
	pathname: {
		kind: "pages",
		groups: viewsBy("paths"),
		added: OF_LATEST,
		latest: { value: "pathname", shown: "hostname" },
	},
	page_title: PAGE_TITLES,
	entry_page: { kind: "pages", groups: edgePages("entry"), added: OF_EDGES },
	exit_page: { kind: "pages", groups: edgePages("exit"), added: OF_EDGES },
};

/** The group that is listed even when it is empty. */
export const ALWAYS: Readonly<Record<string, string>> = { channel: "Direct", referrer: "" };

const bySessions = (dimension: string): Breakdown => ({
	kind: "sessions",
	added: { figures: ["sessions", "bounces"], hasEmpty: ALWAYS[dimension] === "" },
	groups: ({ sessionsBy }) => {
		const groups = sessionsBy(dimension);
		const always = ALWAYS[dimension];
		if (always === undefined) return `SELECT * FROM (${groups}) WHERE value != ''`;
		return `
    SELECT value, sum(group_sessions) AS sessions, sum(group_bounces) AS bounces
    FROM (
      SELECT value, sessions AS group_sessions, bounces AS group_bounces FROM (${groups})
      UNION ALL
      SELECT '${always}', toUInt64(0), toUInt64(0)
    )
    GROUP BY value`;
	},
});

/** The breakdown by a filter's parameter; undefined for one without values to group by. */
export const breakdownBy = (parameter: string): Breakdown | undefined => {
	if (Object.hasOwn(BREAKDOWNS, parameter)) return BREAKDOWNS[parameter];
	const dimension = dimensionOf(parameter);
	return dimension && !dimension.isFilterOnly ? bySessions(parameter) : undefined;
};

/** SQL for all groups of a breakdown over a source, with imported sums if there are some. */
export const groupsSql =
	({ groups, added }: Breakdown) =>
	(source: Source): string =>
		source.past ? withImportedGroups(groups(source), source.past, added) : groups(source);

/** A group as the store returns it; its fields depend on the kind of breakdown. */
export interface Group {
	value: string;
	sessions: number;
	bounces: number;
	views: number;
	latest_ms: number;
	/** A column of the latest view. */
	shown: string;
	on_page_ms: number;
	measured_views: number;
	total_sessions: number;
	total_views: number;
	/** Of the rows that a search finds; absent when all are listed. */
	listed_sessions?: number;
	listed_views?: number;
	total_rows: number;
}

/** Which groups are listed, and in which order; by default all of them, by sessions. */
export interface GroupSelection {
	sort?: { by: SortField; direction: "asc" | "desc" };
	/** A text that values contain, case-insensitively. */
	search?: string | undefined;
	/** Only these values. */
	values?: readonly string[];
}

/** The fields by which only rows that have figures of another period can be sorted. */
export const isOfChange = ({ sort }: GroupSelection): boolean => sort?.by === "change";

/** What rows are sorted by, in the words of the wire format, as SQL over a group of a kind. */
const SORTS = {
	value: () => "value",
	count: () => "sessions",
	percentage: () => "sessions",
	pageviews: (kind) => (kind === "sessions" ? "sessions" : "views"),
	pageviews_percentage: (kind) => (kind === "sessions" ? "sessions" : "views"),
	// As displayed, so that rows that look alike are in the usual order.
	bounce_rate: () => "if(sessions = 0, 0, floor(bounces * 10000 / sessions + 0.5))",
	time_on_page_seconds: () => "if(measured_views = 0, 0, on_page_ms / measured_views)",
	change: () => "abs(sessions - other_sessions)",
} as const satisfies Record<string, (kind: Breakdown["kind"]) => string>;
export type SortField = keyof typeof SORTS;

const SORTS_OF_SESSIONS: readonly SortField[] = [
	...(["value", "count", "percentage"] as const),
	...(["pageviews", "pageviews_percentage", "bounce_rate", "change"] as const),
];
const SORTS_OF_PAGES: readonly SortField[] = [...SORTS_OF_SESSIONS, "time_on_page_seconds"];

/** The fields by which the rows of a kind can be sorted. */
export const SORT_FIELDS: Readonly<Record<Breakdown["kind"], readonly SortField[]>> = {
	occurrences: ["value", "count", "percentage", "change"],
	sessions: SORTS_OF_SESSIONS,
	titles: SORTS_OF_PAGES,
	pages: SORTS_OF_PAGES,
};

export const pageText = (
	groups: string,
	kind: Breakdown["kind"],
	{ sort, search, values }: GroupSelection,
) => {
	const hasViews = kind === "pages" || kind === "titles";
	const all = `
  SELECT
    *,
    sum(sessions) OVER () AS total_sessions,
    ${hasViews ? "sum(views) OVER () AS total_views," : ""}
    count() OVER () AS total_rows
  FROM (${groups}
  )`;
	// Folded by the engine on both sides, so that both use the same case table.
	const searched =
		search === undefined ? [] : ["position(lowerUTF8(value), lowerUTF8({search:String})) > 0"];
	const named = values === undefined ? [] : ["value IN {listed_values:Array(String)}"];
	const conditions = [...searched, ...named];
	const listed =
		conditions.length === 0
			? all
			: `
  SELECT
    * EXCEPT (total_rows),
    sum(sessions) OVER () AS listed_sessions,
    ${hasViews ? "sum(views) OVER () AS listed_views," : ""}
    count() OVER () AS total_rows
  FROM (${all}
  )
  WHERE ${conditions.join(" AND ")}`;
	const first = sort ? `${SORTS[sort.by](kind)} ${sort.direction}, ` : "";
	return `${listed}
  ORDER BY ${first}sessions DESC, value
  LIMIT {limit:UInt32} OFFSET {offset:UInt32}`;
};

/** A page of a breakdown, the total number of rows, and one row with the sums over all. */
export const pageOfGroups = (
	source: Source,
	breakdown: Breakdown,
	page: Page,
	selection: GroupSelection = {},
) => {
	const { search, values } = selection;
	const textOf = groupsSql(breakdown);
	return pageOfRows(page, (limit, offset) =>
		source.run<Group>((from) => pageText(textOf(from), breakdown.kind, selection), {
			limit,
			offset,
			...(search !== undefined && { search }),
			...(values !== undefined && { listed_values: [...values] }),
		}),
	);
};

/** The groups of some values; a value without a group is missing. */
export const groupsOf = async (
	source: Source,
	breakdown: Breakdown,
	values: readonly string[],
): Promise<Group[]> => {
	if (values.length === 0) return [];
	const page = { limit: values.length, offset: 0 };
	return (await pageOfGroups(source, breakdown, page, { values })).rows;
};

/** The rows with the column of their latest view, if the breakdown shows one. */
export const withLatestViews = async (
	runSql: RunSql,
	{ querySql }: Source,
	{ latest }: Breakdown,
	rows: readonly Group[],
): Promise<readonly Group[]> => {
	if (!latest) return rows;
	const shownOf = await columnOfLatestViews(runSql, querySql, latest, rows);
	return rows.map((row) => ({ ...row, shown: shownOf(row) }));
};
