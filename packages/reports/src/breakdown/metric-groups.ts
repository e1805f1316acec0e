import { MAX_GAP_MS, viewsFromSessionDays } from "@footfall/store";
import { personSql } from "../people/person.ts";
import {
	dimensionOf,
	IS_PLACED,
	ORDER,
	SESSION_CHANNEL,
	SESSION_ENTRY_PAGE,
	SESSION_EXIT_PAGE,
} from "../query/dimension.ts";
import { countedRows, type QuerySql, sessionCounts } from "../query/report-query.ts";
import { toldByVisits } from "../source/rollup-columns.ts";
import { SETS_WITHOUT_INDEX } from "../source/sealed-totals.ts";
import { type SealedVisits, sessionsFromVisits } from "../source/sealed-visits.ts";
import { msOfOrder, viewsInOrder } from "../source/views-in-order.ts";

/** A breakdown's groups in SQL: rows of `value`, `sessions` and what the kind of breakdown adds. */
export interface Groups {
	sql: string;
	/** Which fields of a row there are beside value, count and percentage. */
	kind: "occurrences" | "pages" | "titles" | "sessions";
	/** Further settings of the statement. */
	settings?: string;
	/** What each row tells of its latest view: a column of it, found by the column that has the row's value. */
	latest?: { value: "pathname" | "page_title"; told: "hostname" | "pathname" };
}

const eventNames = (querySql: QuerySql): Groups => ({
	kind: "occurrences",
	sql: `
    SELECT event_name AS value, count() AS sessions
    FROM events
    WHERE ${countedRows(querySql)}
      AND type = 'custom_event' AND event_name != ''
    GROUP BY value`,
});

/** Values of a column by the views of pages that carried them. */
const viewed = (querySql: QuerySql, column: string): string => `
    SELECT
      value,
      countIf(nth = 1) AS sessions,
      count() AS views,
      countIf(nth = 1 AND session_pageviews = 1) AS bounces,
      sumIf(gap_ms, gap_ms >= 0) AS on_page_ms,
      countIf(gap_ms >= 0) AS measured_views,
      max(step) AS last_step,
      ${msOfOrder("last_step")} AS latest_ms,
      toString(toUInt64(bitAnd(last_step, toUInt128(18446744073709551615)))) AS latest_offset
    FROM (${viewsInOrder(querySql, column)})
    GROUP BY value`;

/** The same from visits. Of the latest view only the instant is known there. */
const viewedInVisits = (visits: SealedVisits, texts: "paths" | "titles"): string => `
    SELECT
      value,
      countIf(nth = 1) AS sessions,
      count() AS views,
      countIf(nth = 1 AND pageviews = 1) AS bounces,
      sumIf(gap_ms, gap_ms >= 0) AS on_page_ms,
      countIf(gap_ms >= 0) AS measured_views,
      max(time_ms) AS latest_ms
    FROM (${viewsFromSessionDays(sessionsFromVisits(visits, ["pageviews", "times_ms", texts]), texts)})
    GROUP BY value`;

/** Visits that tell which views a question counts; what was found among the events is known by session only. */
const withViews = (visits: SealedVisits | undefined): SealedVisits | undefined =>
	visits?.filters?.found === undefined ? visits : undefined;

/** Pages by their views; the hostname is that of the latest view. */
const pages = (querySql: QuerySql, visits: SealedVisits | undefined): Groups => ({
	kind: "pages",
	sql: visits ? viewedInVisits(visits, "paths") : viewed(querySql, "pathname"),
	latest: { value: "pathname", told: "hostname" },
});

/** Titles by the views of pages that carried them; the pathname is that of the latest view. */
export const titleGroups = (querySql: QuerySql, sealed: SealedVisits | undefined): Groups => {
	const visits = withViews(sealed);
	return {
		kind: "titles",
		sql: visits ? viewedInVisits(visits, "titles") : viewed(querySql, "page_title"),
		latest: { value: "page_title", told: "pathname" },
	};
};

const edgePagesOfVisits = (visits: SealedVisits, edge: "entry" | "exit"): Groups => {
	const columns = [`${edge}_page`, `${edge}_hostname`, `${edge}_ms`] as const;
	const place =
		edge === "entry"
			? "toInt64(indexOf(views, 1))"
			: "if(has(views, 1), length(views) + 1 - toInt64(indexOf(arrayReverse(views), 1)), 0)";
	return {
		kind: "pages",
		...(!visits.filters && { settings: SETS_WITHOUT_INDEX }),
		sql: `
    SELECT
      ${edge}_page AS value,
      argMax(${edge}_hostname, (${edge}_ms, session_id)) AS on_hostname,
      count() AS sessions,
      count() AS views,
      countIf(pageviews = 1) AS bounces,
      sumIf(gap_ms, is_measured) AS on_page_ms,
      countIf(is_measured) AS measured_views
    FROM (
      SELECT
        *,
        ${place} AS place,
        place > 0 AND place < length(times_ms) AS is_measured,
        least(times_ms[place + 1] - times_ms[place], ${MAX_GAP_MS}) AS gap_ms
      FROM (${sessionsFromVisits(visits, [...columns, "pageviews", "times_ms", "views"])})
    )
    WHERE value != ''
    GROUP BY value`,
	};
};

/**
 * First or last pages of sessions; time on page is the time from the session's first or last view to its next
 * event. `steps` are the session's events in order, as the numbers that ORDER makes of them.
 */
const edgePages = (
	querySql: QuerySql,
	edge: "entry" | "exit",
	visits: SealedVisits | undefined,
): Groups => {
	if (visits) return edgePagesOfVisits(visits, edge);
	const pick = edge === "entry" ? "argMinIf" : "argMaxIf";
	const edgeView = edge === "entry" ? "minIf" : "maxIf";
	return {
		kind: "pages",
		sql: `
    SELECT
      edge_page AS value,
      argMax(edge_hostname, (edge_time, session_id)) AS on_hostname,
      count() AS sessions,
      count() AS views,
      countIf(session_pageviews = 1) AS bounces,
      sumIf(gap_ms, is_measured) AS on_page_ms,
      countIf(is_measured) AS measured_views
    FROM (
      SELECT
        session_id,
        ${edge === "entry" ? SESSION_ENTRY_PAGE : SESSION_EXIT_PAGE} AS edge_page,
        ${pick}(hostname, ${ORDER}, pathname != '') AS edge_hostname,
        ${pick}(timestamp, ${ORDER}, pathname != '') AS edge_time,
        countIf(type = 'pageview') AS session_pageviews,
        arraySort(groupArray(${ORDER})) AS steps,
        ${edgeView}(${ORDER}, type = 'pageview') AS edge_view,
        steps[indexOf(steps, edge_view) + 1] AS next_step,
        session_pageviews > 0 AND next_step > 0 AS is_measured,
        least(${msOfOrder("next_step")} - ${msOfOrder("edge_view")}, ${MAX_GAP_MS}) AS gap_ms
      FROM events
      WHERE ${querySql.inRange}
      GROUP BY session_id
      HAVING ${sessionCounts(querySql)}
    )
    WHERE edge_page != ''
    GROUP BY value`,
	};
};

const sessionValues = (querySql: QuerySql, valueOfSession: string): string => `
        SELECT
          session_id,
          toString(${valueOfSession}) AS session_value,
          countIf(type = 'pageview') AS session_pageviews
        FROM events
        WHERE ${querySql.inRange}
        GROUP BY session_id
        HAVING ${sessionCounts(querySql)}`;

/** A session's value by columns of its visits; undefined where these do not tell it. */
const valuesFromVisits = (
	{ bind }: QuerySql,
	parameter: string,
	visits: SealedVisits | undefined,
): string | undefined => {
	const told = toldByVisits(parameter, bind);
	if (!visits || !told) return undefined;
	return `
        SELECT toString(${told.value}) AS session_value, pageviews AS session_pageviews
        FROM (${sessionsFromVisits(visits, ["pageviews", ...told.columns])})`;
};

/** Sessions by one value each. Direct traffic is a group even when nobody came that way. */
const sessions = (
	querySql: QuerySql,
	valueOfSession: string,
	direct: string | undefined,
	fromVisits?: string,
): Groups => ({
	kind: "sessions",
	sql: `
    SELECT value, sum(group_sessions) AS sessions, sum(group_bounces) AS bounces
    FROM (
      SELECT session_value AS value, count() AS group_sessions, countIf(session_pageviews = 1) AS group_bounces
      FROM (${fromVisits ?? sessionValues(querySql, valueOfSession)})
      ${direct === undefined ? "WHERE session_value != ''" : ""}
      GROUP BY value${
				direct === undefined
					? ""
					: `
      UNION ALL
      SELECT '${direct}' AS value, toUInt64(0) AS group_sessions, toUInt64(0) AS group_bounces`
			}
    )
    GROUP BY value`,
});

/** The value of a session's first event that counts and has one; "" where none does. */
const firstKnown = (
	{ eventMatches }: QuerySql,
	value: string,
	isKnown = `${value} != ''`,
): string =>
	`argMinIf(${value}, ${ORDER}, ${eventMatches === "1" ? isKnown : `${eventMatches} AND ${isKnown}`})`;

/** The groups of a breakdown by any parameter of a filter; `undefined` for what cannot be broken down by. */
export const groupsOf = (
	parameter: string,
	querySql: QuerySql,
	visits?: SealedVisits,
): Groups | undefined => {
	if (parameter === "event_name") return eventNames(querySql);
	if (parameter === "pathname") return pages(querySql, withViews(visits));
	if (parameter === "page_title") return titleGroups(querySql, visits);
	if (parameter === "entry_page") return edgePages(querySql, "entry", visits);
	if (parameter === "exit_page") return edgePages(querySql, "exit", visits);
	const fromVisits = valuesFromVisits(querySql, parameter, visits);
	if (parameter === "channel") return sessions(querySql, SESSION_CHANNEL, "Direct", fromVisits);
	const dimension = dimensionOf(parameter);
	if (dimension?.on !== "event") return undefined;
	if (dimension.kind === "user") {
		return sessions(querySql, firstKnown(querySql, personSql(querySql.shownId())), undefined);
	}
	const value = dimension.sql(querySql.bind);
	if (dimension.kind === "coordinate")
		return sessions(querySql, firstKnown(querySql, `toString(${value})`, IS_PLACED), undefined);
	const direct = parameter === "referrer" ? "" : undefined;
	return sessions(querySql, firstKnown(querySql, value), direct, fromVisits);
};
