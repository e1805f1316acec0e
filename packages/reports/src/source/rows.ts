import type { SessionColumn } from "@footfall/store";
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
	/** A row per path or title (`value`): `sessions`, `views`, `bounces`, `on_page_ms`, `measured_views` and `latest_ms`. */
	viewsBy(texts: ViewTexts): string;
}
