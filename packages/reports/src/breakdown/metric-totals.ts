import { totalsColumnsOf, viewsFromSessionDays } from "@footfall/store";
import type { QuerySql } from "../query/report-query.ts";
import { toldByVisits } from "../source/rollup-columns.ts";
import {
	changesOfTotals,
	lacksDays,
	rowsOfTotals,
	SETS_WITHOUT_INDEX,
	type SealedTotals,
} from "../source/sealed-totals.ts";
import type { Groups } from "./metric-groups.ts";

/** The group that is there even when nobody is in it. */
const ALWAYS: Readonly<Record<string, string>> = { channel: "Direct", referrer: "" };

/** No row: fails where totals are missing. */
const checked = (totals: SealedTotals, columns: number) => `
      SELECT '' AS value${", 0".repeat(columns)}
      FROM ${rowsOfTotals(totals, "day")}
      HAVING ${lacksDays(totals)}`;

/** What there is of pages and of titles beside sums, as from visits. */
const VIEWED = {
	pathname: { kind: "pages", latest: { value: "pathname", told: "hostname" } },
	page_title: { kind: "titles", latest: { value: "page_title", told: "pathname" } },
} as const satisfies Record<string, Pick<Groups, "kind" | "latest">>;

const viewsOfChanges = (totals: SealedTotals, texts: "paths" | "titles") =>
	viewsFromSessionDays(changesOfTotals(totals, ["pageviews", "times_ms", texts]), texts, ["sign"]);

const viewed = (totals: SealedTotals, dimension: "pathname" | "page_title"): Groups => ({
	...VIEWED[dimension],
	settings: SETS_WITHOUT_INDEX,
	sql: `
    SELECT
      value,
      toUInt64(sum(row_sessions)) AS sessions,
      toUInt64(sum(row_views)) AS views,
      toUInt64(sum(row_bounces)) AS bounces,
      sum(row_on_page_ms) AS on_page_ms,
      toUInt64(sum(row_measured_views)) AS measured_views,
      max(row_latest_ms) AS latest_ms
    FROM (
      SELECT
        value,
        toInt64(sum(sessions)) AS row_sessions,
        toInt64(sum(views)) AS row_views,
        toInt64(sum(bounces)) AS row_bounces,
        toInt64(sum(on_page_ms)) AS row_on_page_ms,
        toInt64(sum(measured_views)) AS row_measured_views,
        max(latest_ms) AS row_latest_ms
      FROM ${rowsOfTotals(totals, dimension)}
      GROUP BY value
      UNION ALL
      SELECT
        value,
        sumIf(sign, nth = 1),
        sum(sign),
        sumIf(sign, nth = 1 AND pageviews = 1),
        sumIf(sign * gap_ms, gap_ms >= 0),
        sumIf(sign, gap_ms >= 0),
        max(time_ms)
      FROM (${viewsOfChanges(totals, dimension === "pathname" ? "paths" : "titles")})
      GROUP BY value
      UNION ALL ${checked(totals, 6)}
    )
    GROUP BY value`,
});

/** The groups of a breakdown from totals of days; undefined where these do not tell of them. */
export const groupsOfTotals = (
	parameter: string,
	querySql: QuerySql,
	totals: SealedTotals,
): Groups | undefined => {
	if (parameter === "pathname" || parameter === "page_title") return viewed(totals, parameter);
	const columns = totalsColumnsOf(parameter);
	const told = toldByVisits(parameter, querySql.bind);
	if (!columns || !told) return undefined;
	const { value } = told;
	const always = ALWAYS[parameter];
	return {
		kind: "sessions",
		settings: SETS_WITHOUT_INDEX,
		sql: `
    SELECT value, toUInt64(sum(row_sessions)) AS sessions, toUInt64(sum(row_bounces)) AS bounces
    FROM (
      SELECT toString(${value}) AS value, toInt64(sum(row_sessions)) AS row_sessions, toInt64(sum(row_bounces)) AS row_bounces
      FROM (SELECT ${columns}, sessions AS row_sessions, bounces AS row_bounces FROM ${rowsOfTotals(totals, parameter)})
      GROUP BY value
      UNION ALL
      SELECT toString(${value}) AS value, sum(sign), sumIf(sign, pageviews = 1)
      FROM (${changesOfTotals(totals, ["pageviews", ...told.columns])})
      GROUP BY value
      UNION ALL ${checked(totals, 2)}${always === undefined ? "" : ` UNION ALL SELECT '${always}', 0, 0`}
    )
    ${always === undefined ? "WHERE value != ''" : ""}
    GROUP BY value
    HAVING sessions > 0 ${always === undefined ? "" : `OR value = '${always}'`}`,
	};
};
