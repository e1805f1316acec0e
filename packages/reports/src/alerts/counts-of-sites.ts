import { SESSION_IDLE_MS, SESSION_MAX_MS } from "@footfall/shared/limits";
import { IS_ACT } from "@footfall/store";
import { MESSAGE } from "../errors/one-error.ts";
import { at, WITHOUT_SUSPECTED } from "../overview/sites-overview.ts";
import { PERSON_NUMBER } from "../query/dimensions.ts";
import type { RunSql } from "../report/report.ts";

/** An error as queries count it. */
export const IS_ERROR = `type = 'error' AND ${MESSAGE} != ''`;

/** SQL of the counts that one pass over the events of many sites gives, as a query defines them. */
const COUNTS = {
	pageviews: "countIf(type = 'pageview')",
	events: "countIf(type = 'custom_event')",
	users: `uniqExactIf(${PERSON_NUMBER}, ${IS_ACT})`,
	errors: `countIf(${IS_ERROR})`,
	error_sessions: `uniqExactIf(session_id, ${IS_ERROR})`,
} as const;

const PLAIN_COUNTS = [...Object.keys(COUNTS), "sessions"] as const;
/** A metric that is counted for many sites at once. */
export type PlainCount = keyof typeof COUNTS | "sessions";

export const isPlainCount = (metric: string): metric is PlainCount =>
	(PLAIN_COUNTS as readonly string[]).includes(metric);

/** What many sites had in a window. */
export interface CountsOfSite {
	counts: Partial<Record<PlainCount, number>>;
	/** The last event, ms since the epoch. */
	lastAt: number;
}

export interface ManySitesWindow {
	sites: readonly number[];
	/** The sites among them that leave out sessions with a suspected act. */
	leavingOut: readonly number[];
	/** ms since the epoch; `to` is not part of the window. */
	from: number;
	to: number;
}

/** Rows of the sites of a window. */
export const FROM_SITES = "WHERE site_id IN {sites:Array(UInt32)}";

/** What a statement over a window of many sites is bound to; `leaving_out` only where a site leaves out. */
export const parametersOf = ({ sites, leavingOut, from, to }: ManySitesWindow) => ({
	sites: [...sites],
	from,
	to,
	...(leavingOut.length > 0 && {
		leaving_out: [...leavingOut],
		suspected_since: from - SESSION_MAX_MS,
	}),
});

/**
 * Counts of many sites in a window, in one statement, or two with sessions; a site without an event is missing. A session
 * began in the window if it has no act in the idle time before.
 */
export const countsOfSites = async (
	runSql: RunSql,
	window: ManySitesWindow,
	metrics: readonly PlainCount[],
): Promise<Map<number, CountsOfSite>> => {
	if (window.sites.length === 0) return new Map();
	const suspected = window.leavingOut.length === 0 ? "" : WITHOUT_SUSPECTED;
	const asked = Object.entries(COUNTS).filter(([name]) => metrics.includes(name as PlainCount));
	const options = { isOfManySites: true };
	const rows = await runSql<{ site: number; last: number } & Record<string, number>>(
		`
  SELECT site_id AS site, ${asked.map(([name, sql]) => `${sql} AS ${name}, `).join("")}toUnixTimestamp64Milli(max(timestamp)) AS last
  FROM events
  ${FROM_SITES} AND timestamp >= ${at("from")} AND timestamp < ${at("to")}${suspected}
  GROUP BY site`,
		parametersOf(window),
		options,
	);
	const began = metrics.includes("sessions")
		? await runSql<{ site: number; sessions: number }>(
				`
  SELECT site, count() AS sessions
  FROM (
    SELECT site_id AS site, session_id, min(timestamp) AS began
    FROM events
    ${FROM_SITES} AND timestamp >= ${at("idle_from")} AND timestamp < ${at("to")} AND ${IS_ACT}${suspected}
    GROUP BY site, session_id
    HAVING began >= ${at("from")}
  )
  GROUP BY site`,
				{ ...parametersOf(window), idle_from: window.from - SESSION_IDLE_MS },
				options,
			)
		: [];
	const sessions = new Map(began.map((row) => [row.site, Number(row.sessions)]));
	return new Map(
		rows.map((row) => [
			row.site,
			{
				counts: {
					...Object.fromEntries(asked.map(([name]) => [name, Number(row[name])])),
					...(metrics.includes("sessions") && { sessions: sessions.get(row.site) ?? 0 }),
				},
				lastAt: Number(row.last),
			},
		]),
	);
};
