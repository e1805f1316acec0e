import { z } from "zod";
import { SESSION_DURATION_MS } from "../query/dimension.ts";
import { type QuerySql, sessionCounts, toSql } from "../query/report-query.ts";
import { meanOf } from "../report/percentage.ts";
import { count, LIMITS, report } from "../report/report.ts";
import { fromTotals, totalsOf } from "../source/sealed-totals.ts";
import {
	filteredVisitsOf,
	type SealedVisits,
	sessionsFromVisits,
} from "../source/sealed-visits.ts";
import { overviewOfTotals } from "./overview-totals.ts";

/** The six figures at the top of every dashboard. */
export const Figures = z.object({
	sessions: count(),
	pageviews: count(),
	users: count(),
	pages_per_session: z.number(),
	bounce_rate: z.number().min(0).max(100),
	session_duration: z.number(),
});
export type Figures = z.infer<typeof Figures>;

/** The sums from which the figures are taken. */
export interface Sums {
	sessions: number;
	pageviews: number;
	users: number;
	session_pages: number;
	bounces: number;
	total_ms: number;
}

/** A bounce is a session with exactly one pageview; sessions that only passed by without one stay in the denominator. */
export const figuresOf = (sums: Sums): Figures => ({
	sessions: sums.sessions,
	pageviews: sums.pageviews,
	users: sums.users,
	pages_per_session: meanOf(sums.session_pages, sums.sessions),
	bounce_rate: meanOf(sums.bounces, sums.sessions) * 100,
	session_duration: meanOf(sums.total_ms, sums.sessions) / 1000,
});

const sealedSessions = (visits: SealedVisits) => {
	const matching = visits.filters ? "matching_pageviews" : "pageviews";
	const columns = [
		"began",
		"ended",
		"user_id",
		...new Set(["pageviews", matching] as const),
	] as const;
	return `
    SELECT
      session_id,
      began,
      user_id AS visitor,
      pageviews AS session_pageviews,
      ${matching} AS matching_pageviews,
      toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began) AS duration_ms
    FROM (${sessionsFromVisits(visits, columns)})`;
};

/**
 * A row per session of which an event matches. Pages, bounce and duration are the whole session's, within the
 * range; only pageviews and the visitor are those of the matching events. A session has one visitor.
 */
export const matchingSessions = (querySql: QuerySql, visits?: SealedVisits) => {
	if (visits) return sealedSessions(visits);
	const { inRange, eventMatches } = querySql;
	// Where every event counts, the same figures take the engine less work.
	const isPlain = eventMatches === "1";
	return `
    SELECT
      session_id,
      min(timestamp) AS began,
      ${isPlain ? "any(user_id)" : `anyIf(user_id, ${eventMatches})`} AS visitor,
      countIf(type = 'pageview') AS session_pageviews,
      ${isPlain ? "session_pageviews" : `countIf(type = 'pageview' AND ${eventMatches})`} AS matching_pageviews,
      ${SESSION_DURATION_MS} AS duration_ms
    FROM events
    WHERE ${inRange}
    GROUP BY session_id
    HAVING ${sessionCounts(querySql)}`;
};

const textOf = (querySql: QuerySql, visits: SealedVisits | undefined) => `
  SELECT
    count() AS sessions,
    sum(matching_pageviews) AS pageviews,
    uniqExact(visitor) AS users,
    sum(session_pageviews) AS session_pages,
    countIf(session_pageviews = 1) AS bounces,
    sum(duration_ms) AS total_ms
  FROM (${matchingSessions(querySql, visits)})
  ${LIMITS}`;

export const overview = report({
	path: "/overview",
	aliases: ["/overview-lite"],
	summary: "Sessions, pageviews, users, bounce rate and session duration of the range",
	tag: "Overview",
	scope: "analytics:read",
	extra: {},
	response: z.object({ data: Figures }),
	answer: async ({ runSql, site, query }) => {
		const querySql = toSql(site.siteId, query);
		const visits = await filteredVisitsOf(runSql, querySql, query);
		const totals = totalsOf(querySql, visits);
		const [sums] = await fromTotals(
			totals && (() => runSql<Sums>(overviewOfTotals(totals), querySql.parameters)),
			() => runSql<Sums>(textOf(querySql, visits), querySql.parameters),
		);
		if (!sums) throw new Error("The store answered an aggregate without a row");
		return { data: figuresOf(sums) };
	},
});
