import { SESSION_MAX_MS } from "@footfall/shared/limits";
import { IS_ACT } from "@footfall/store";
import { at, WITHOUT_SUSPECTED } from "../overview/sites-overview.ts";
import { PERSON_NUMBER } from "../query/dimensions.ts";
import type { RunSql } from "../report/report.ts";
import {
	FROM_SITES,
	IS_ERROR,
	type ManySitesWindow,
	type PlainCount,
	parametersOf,
} from "./counts-of-sites.ts";

const HOUR_MS = 3_600_000;

/** What is counted, and of which rows: those of errors alone have long properties to read. */
const COUNTED: Readonly<Record<Exclude<PlainCount, "sessions">, { rows: string; count: string }>> =
	{
		pageviews: { rows: "type = 'pageview'", count: "count()" },
		events: { rows: "type = 'custom_event'", count: "count()" },
		users: { rows: IS_ACT, count: `uniqExact(${PERSON_NUMBER})` },
		errors: { rows: IS_ERROR, count: "count()" },
		error_sessions: { rows: IS_ERROR, count: "uniqExact(session_id)" },
	};

const hourOf = (instant: string) =>
	`toUInt32(intDiv(toUnixTimestamp64Milli(${instant}) - {from:Int64}, ${HOUR_MS}))`;

/** SQL for a row per site and hour: `site`, `hour` in hours since the beginning of the window, and `counted`. */
const hoursText = (metric: PlainCount, suspected: string): string => {
	if (metric !== "sessions") {
		const { rows, count } = COUNTED[metric];
		return `
    SELECT site_id AS site, ${hourOf("timestamp")} AS hour, toUInt32(${count}) AS counted
    FROM events
    ${FROM_SITES} AND timestamp >= ${at("from")} AND timestamp < ${at("to")} AND ${rows}${suspected}
    GROUP BY site, hour`;
	}
	// A session that began before the window may have acts in it: the longest one is read from its first act on.
	return `
    SELECT site, ${hourOf("began")} AS hour, toUInt32(count()) AS counted
    FROM (
      SELECT site_id AS site, session_id, min(timestamp) AS began
      FROM events
      ${FROM_SITES} AND timestamp >= ${at("before")} AND timestamp < ${at("to")} AND ${IS_ACT}${suspected}
      GROUP BY site, session_id
      HAVING began >= ${at("from")}
    )
    GROUP BY site, hour`;
};

/**
 * A metric of many sites in each hour of a window, as `seriesOfSite` gives it for one of them, in one statement with a
 * row per site; a site without any is missing.
 * @param window from the beginning of an hour to that of another
 */
export const hourlyCountsOfSites = async (
	runSql: RunSql,
	window: ManySitesWindow,
	metric: PlainCount,
): Promise<Map<number, Float32Array>> => {
	if (window.sites.length === 0) return new Map();
	const suspected = window.leavingOut.length === 0 ? "" : WITHOUT_SUSPECTED;
	const rows = await runSql<{ site: number; hours: number[]; counts: number[] }>(
		`
  SELECT site, groupArray(hour) AS hours, groupArray(counted) AS counts
  FROM (${hoursText(metric, suspected)}
  )
  GROUP BY site`,
		{
			...parametersOf(window),
			...(metric === "sessions" && { before: window.from - SESSION_MAX_MS }),
		},
		{ isOfManySites: true },
	);
	const length = (window.to - window.from) / HOUR_MS;
	return new Map(
		rows.map(({ site, hours, counts }) => {
			const values = new Float32Array(length);
			for (const [place, hour] of hours.entries()) values[hour] = counts[place] ?? 0;
			return [site, values];
		}),
	);
};
