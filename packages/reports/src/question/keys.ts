import { refusedParameters } from "@footfall/shared/api-error";
import { unknownName } from "@footfall/shared/nearest-name";
import type { Goal } from "../definitions/goal.ts";
import type { Parameters } from "../query/binding.ts";
import { BUCKETS, type Bucket, bucketSql, type OfInstant, wallSecondSql } from "../query/bucket.ts";
import {
	BREAKDOWN_PARAMETERS,
	type Dimension,
	dimensionOf,
	QUESTION_PARAMETERS,
} from "../query/dimensions.ts";
import type { Period } from "../query/period.ts";
import type { ViewTexts } from "../source/rows.ts";
import { CURRENCY } from "./money-metrics.ts";

/** A dimension of a question. */
export type Key = { name: string } & (
	| {
			kind: "time";
			/** Set for stretches of time, which have an order and a counterpart in another period. */
			bucket?: Bucket;
			/** SQL for the value at an instant, with parameters of its own. */
			of(period: Period, parameters: Parameters): OfInstant;
	  }
	/** A session has one value. */
	| { kind: "session"; dimension: Dimension }
	/** Each act has a value; a session has that of its first act with one. */
	| { kind: "event"; dimension: Dimension }
	/** Each view has a value; a session belongs to all that it viewed. */
	| { kind: "view"; dimension: Dimension; texts: ViewTexts }
	/** Each act has a value; a session belongs to all of its acts' values. */
	| { kind: "event_name"; dimension: Dimension }
	/** A session, with all of its acts, belongs to each of the goals that it reached. */
	| { kind: "goal"; goals: readonly Goal[] }
);

/** The site's number, where several are asked at once. */
export interface SiteKey {
	name: "site";
	kind: "site";
}

export const SITE_KEY: SiteKey = { name: "site", kind: "site" };

/** The dimension of goals, by their ids. */
export const GOAL = "goal";

const VIEWED: Readonly<Record<string, ViewTexts>> = { pathname: "paths", page_title: "titles" };

const clockKey = (name: string, read: (wall: string) => string): Key => ({
	name,
	kind: "time",
	of: (period, parameters) => {
		const wallSecond = wallSecondSql(period, parameters);
		return (instant) => read(`toDateTime(${wallSecond(instant)}, 'UTC')`);
	},
});

const CLOCK: Readonly<Record<string, (wall: string) => string>> = {
	hour_of_day: (wall) => `toHour(${wall})`,
	day_of_week: (wall) => `toDayOfWeek(${wall})`,
};

const bucketKey = (name: string, bucket: Bucket): Key => ({
	name,
	kind: "time",
	bucket,
	of: (period, parameters) => bucketSql(bucket, period, parameters),
});

/** Every name of a dimension. */
export const DIMENSION_NAMES: readonly string[] = [
	...BREAKDOWN_PARAMETERS,
	...QUESTION_PARAMETERS,
	...BUCKETS.map((bucket) => `time:${bucket}`),
	...Object.keys(CLOCK),
	...[CURRENCY, GOAL],
];

/**
 * @param goals of the site, for the dimension of goals
 * @throws ApiError that names an unknown dimension, and the known one that is probably meant
 */
export const keyOf = (name: string, goals: readonly Goal[] = []): Key => {
	const bucket = BUCKETS.find((one) => name === `time:${one}`);
	if (bucket) return bucketKey(name, bucket);
	const clock = Object.hasOwn(CLOCK, name) ? CLOCK[name] : undefined;
	if (clock) return clockKey(name, clock);
	if (name === CURRENCY)
		return { name, kind: "event", dimension: { on: "event", kind: "text", sql: () => CURRENCY } };
	if (name === GOAL) return { name, kind: "goal", goals };
	const dimension = dimensionOf(name);
	if (!dimension)
		throw refusedParameters(
			unknownName("dimension", name, DIMENSION_NAMES),
			`dimensions: ${DIMENSION_NAMES.join(", ")}`,
		);
	if (dimension.isFilterOnly)
		throw refusedParameters(
			`The dimension ${name} can only be filtered by: the metric ${name} gives its mean`,
		);
	const texts = Object.hasOwn(VIEWED, name) ? VIEWED[name] : undefined;
	if (texts) return { name, kind: "view", dimension, texts };
	if (dimension.isListed) return { name, kind: "event_name", dimension };
	return { name, kind: dimension.on, dimension };
};
