import { type SessionColumn, type SessionDayColumn, viewsFromSessionDays } from "@footfall/store";
import type { OfInstant } from "../query/bucket.ts";
import { PERSON_NUMBER } from "../query/dimensions.ts";

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
	/** Over the `path` of a pageview, if that is sufficient; it must not match "". */
	ofPath: string | undefined;
}

/** The rows that answer a query, as subqueries. Every session is a whole one that passes the filters. */
export interface Rows {
	/** A row per session that began in the range: `session_id` and these columns. */
	sessions(columns: readonly SessionColumn[]): string;
	/**
	 * The same, plus rows of sessions that began before the range and have an act in it; `is_begun` distinguishes them.
	 * Texts of views that do not match are "".
	 */
	present(columns: readonly SessionColumn[]): string;
	/** A row per session that began in the range: its `value` of a dimension, "" where it has none, and its `pageviews`. */
	values(dimension: string): string;
	/**
	 * The same of several dimensions of sessions: a row per session with `values`, one of each, and its `pageviews`; with
	 * more columns, `session_id` and these too. Texts of views that do not match are "".
	 */
	valuesOf(dimensions: readonly string[], columns?: readonly SessionColumn[]): string;
	/** A row per session with acts around the range that passes filters on sessions: `session_id` and these columns. */
	near(columns: readonly SessionDayColumn[]): string;
	/** Rows of `bucket`, `person` and `pageviews`: who was active when in the range, and how many pages they viewed. */
	activity(bucketOf: OfInstant): string;
	/** Rows of `person`, `first` and `last`: the periods of the range in which they were active, with none in between. */
	presence(periods: Periods): string;
	/**
	 * Rows of `session_id` and `seconds_1` …: the seconds in which a session that began in the range met each condition, in any
	 * order. Sessions that never met the first one may be missing.
	 */
	stepTimes(steps: readonly StepCondition[]): string;
	/** Settings of statements that read these rows, beside the limits. */
	settings: string;
}

/** Texts of viewed pages. */
export type ViewTexts = "paths" | "titles";
export const hasViewTexts = (columns: readonly SessionColumn[]): boolean =>
	columns.some((name) => name === "paths" || name === "titles");

/** Sums over the rows, as subqueries. */
export interface Aggregates {
	/** One row: `sessions`, `pageviews`, `users`, `session_pages`, `bounces` and `total_ms`. */
	sums(): string;
	/** A row per `value` of a dimension, "" included: its `sessions` and `bounces`. */
	sessionsBy(dimension: string): string;
	/** The same for several rolled-up dimensions, in one pass: `dimension` is the index in the list, from 1. */
	sessionsByEach(dimensions: readonly string[]): string;
	/** A row per path or title (`value`): `sessions`, `views`, `bounces`, `on_page_ms`, `measured_views` and `latest_ms`. */
	viewsBy(texts: ViewTexts): string;
}

export const DURATION_MS = "(toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began))";

/** Columns of `Rows.present` that `SUM_COLUMNS` are computed from. */
export const SUMMED: readonly SessionColumn[] = [
	...(["began", "ended", "user_id", "identified_user_id"] as const),
	...(["pageviews", "views_in_range", "is_present"] as const),
];

/** Columns of `Rows.present` that identify views. */
export const viewColumns = (texts: ViewTexts): readonly SessionColumn[] => [
	...(["began", "ended", "pageviews", "times_ms"] as const),
	texts,
];

/**
 * Sums over rows of sessions. Sessions, their pages, bounces and duration cover sessions that began in the range, as
 * a whole; pageviews and users cover what happened in the range.
 * @param isInRange SQL for whether a time in ms lies in the range
 */
export const aggregatesOf = (
	rows: Pick<Rows, "present" | "values" | "valuesOf">,
	isInRange: (ms: string) => string,
): Aggregates => ({
	sums: () => `
    SELECT
      countIf(is_begun) AS sessions,
      sum(views_in_range) AS pageviews,
      uniqExactIf(${PERSON_NUMBER}, is_present) AS users,
      sumIf(viewed, is_begun) AS session_pages,
      countIf(is_begun AND viewed = 1) AS bounces,
      sumIf(${DURATION_MS}, is_begun) AS total_ms
    FROM (SELECT *, pageviews AS viewed FROM (${rows.present(SUMMED)}))`,
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
      countIf(is_begun AND nth = 1) AS sessions,
      countIf(is_viewed) AS views,
      countIf(is_begun AND nth = 1 AND pageviews = 1) AS bounces,
      sumIf(gap_ms, is_viewed AND gap_ms >= 0) AS on_page_ms,
      countIf(is_viewed AND gap_ms >= 0) AS measured_views,
      max(time_ms) AS latest_ms
    FROM (
      SELECT *, ${isInRange("time_ms")} AS is_viewed
      FROM (${viewsFromSessionDays(rows.present(viewColumns(texts)), texts, ["is_begun"])})
    )
    GROUP BY value
    HAVING sessions > 0 OR views > 0`,
});
