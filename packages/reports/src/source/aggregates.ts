import { viewsFromSessionDays } from "@footfall/store";
import type { Aggregates, Rows } from "./rows.ts";

/**
 * Sums over rows of sessions. Pages, bounces and duration are those of whole sessions; only `pageviews` counts the
 * matching ones alone. A session has one visitor.
 */
export const aggregatesOf = (rows: Pick<Rows, "sessions" | "values">): Aggregates => ({
	sums: () => `
    SELECT
      count() AS sessions,
      sum(matching_pageviews) AS pageviews,
      uniqExact(user_id) AS users,
      sum(pageviews_of_session) AS session_pages,
      countIf(pageviews_of_session = 1) AS bounces,
      sum(toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began)) AS total_ms
    FROM (
      SELECT *, pageviews AS pageviews_of_session
      FROM (${rows.sessions(["began", "ended", "user_id", "pageviews", "matching_pageviews"])})
    )`,
	sessionsBy: (dimension) => `
    SELECT value, count() AS sessions, countIf(pageviews = 1) AS bounces
    FROM (${rows.values(dimension)})
    GROUP BY value`,
	viewsBy: (texts) => `
    SELECT
      value,
      countIf(nth = 1) AS sessions,
      count() AS views,
      countIf(nth = 1 AND pageviews = 1) AS bounces,
      sumIf(gap_ms, gap_ms >= 0) AS on_page_ms,
      countIf(gap_ms >= 0) AS measured_views,
      max(time_ms) AS latest_ms
    FROM (${viewsFromSessionDays(rows.sessions(["pageviews", "times_ms", texts]), texts)})
    GROUP BY value`,
});
