import { type SessionColumn, viewsFromSessionDays } from "@footfall/store";
import type { OfInstant } from "../query/bucket.ts";

/** Days or weeks of a range on the wall clock. */
export interface Periods {
	/** SQL for the number of an instant's period. */
	periodOf: OfInstant;
	/** The days (UTC, since 1970) in which the zone's offset changes. */
	changedDays: readonly number[];
}

/** The conditions on an event that reaches a step, as SQL. */
export interface StepCondition {
	/** Over a row of `events`. */
	ofEvent: string;
	/** Over the `path` of a pageview, where that decides; it must not hold for "". */
	ofPath: string | undefined;
}

/** The rows that answer a query, as subqueries. */
export interface Rows {
	/** A row per session of the query: `session_id` and these columns. */
	sessions(columns: readonly SessionColumn[]): string;
	/** A row per session: its `value` of a dimension of events or the channel, "" where it has none, and its `pageviews`. */
	values(dimension: string): string;
	/** The same of several dimensions that are rolled up: a row per session with `values`, one of each, and its `pageviews`. */
	valuesOf(dimensions: readonly string[]): string;
	/** Rows of `bucket`, `user_id` and `pageviews`: who was active when, and how many pages they viewed. */
	activity(bucketOf: OfInstant): string;
	/** Rows of `user_id`, `identified_user_id`, `first` and `last`: in which periods they were active, with none in between. */
	presence(periods: Periods): string;
	/**
	 * Rows of `session_id` and `seconds_1` …: the seconds in which the session met each condition, in any order. Sessions
	 * that never met the first one may be missing.
	 */
	stepTimes(steps: readonly StepCondition[]): string;
	/** Settings of statements that read these rows, beside the limits. */
	settings: string;
}

/** Texts of viewed pages. */
export type ViewTexts = "paths" | "titles";

/** Sums over the rows, as subqueries. */
export interface Aggregates {
	/** One row: `sessions`, `pageviews`, `users`, `session_pages`, `bounces` and `total_ms`. */
	sums(): string;
	/** A row per `value` of a dimension, "" included: its `sessions` and `bounces`. */
	sessionsBy(dimension: string): string;
	/** The same of several dimensions that are rolled up, in one pass: `dimension` is the place in the list, from 1. */
	sessionsByEach(dimensions: readonly string[]): string;
	/** A row per path or title (`value`): `sessions`, `views`, `bounces`, `on_page_ms`, `measured_views` and `latest_ms`. */
	viewsBy(texts: ViewTexts): string;
}

/**
 * Sums over rows of sessions. Pages, bounces and duration are those of whole sessions; only `pageviews` counts the
 * matching ones alone. A session has one visitor.
 */
export const aggregatesOf = (rows: Pick<Rows, "sessions" | "values" | "valuesOf">): Aggregates => ({
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
	sessionsByEach: (dimensions) => `
    SELECT dimension, value, count() AS sessions, countIf(pageviews = 1) AS bounces
    FROM (${rows.valuesOf(dimensions)})
    ARRAY JOIN values AS value, arrayEnumerate(values) AS dimension
    GROUP BY dimension, value`,
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
