import { type ApiError, refusedParameters } from "@footfall/shared/api-error";
import type { Parameters } from "./binding.ts";
import { textParameter } from "./parameters.ts";
import type { Period } from "./period.ts";
import {
	type EvenStretch,
	evenStretches,
	FIRST_INSTANT,
	instantAtWall,
	LAST_INSTANT,
	wallTimeOf,
} from "./time-zone.ts";

export const BUCKETS = [
	"minute",
	"five_minutes",
	"ten_minutes",
	"fifteen_minutes",
	"hour",
	"day",
	"week",
	"month",
	"year",
] as const;
/** How time is cut in a series. Weeks start on Sunday, or on the period's `weekStart`. */
export type Bucket = (typeof BUCKETS)[number];

/**
 * The most rows of a response with a series, all its lines together: a week of minutes and two years of hours fit. A larger
 * response takes megabytes and delays other requests.
 */
export const MAX_SERIES_ROWS = 20_000;

const isBucket = (text: string): text is Bucket => (BUCKETS as readonly string[]).includes(text);

/** Part of the OpenAPI description of every series. */
export const SERIES_LIMIT = `More than ${MAX_SERIES_ROWS} rows are rejected with 400; the error names a suitable bucket`;

/** SQL for a function of an instant, for example the start of its bucket. */
export type OfInstant = (instant: string) => string;

/** The query parameter of a series, unparsed. */
export const bucketParameter = (fallback: Bucket) =>
	textParameter(`One of ${BUCKETS.join(", ")}; ${fallback} by default. ${SERIES_LIMIT}`);

/** Details of the error for an unknown bucket. */
export const ACCEPTED_BUCKETS = `bucket: one of ${BUCKETS.join(", ")}`;

/** @throws ApiError for an unknown bucket, whose details list the known ones */
export const bucketOf = (text: string | undefined, fallback: Bucket): Bucket => {
	if (text === undefined || text === "") return fallback;
	if (!isBucket(text)) throw refusedParameters(`Invalid bucket value: ${text}`, ACCEPTED_BUCKETS);
	return text;
};

/**
 * The start of a bucket in SQL, from wall-clock time. Wall-clock time is a plain DateTime "in UTC", so that
 * every bucket has one name a day, even when the clocks change: a repeated hour is one bucket.
 */
const START_IN_SQL: Record<Bucket, (wall: string, weekStart: number) => string> = {
	minute: (wall) => `toStartOfMinute(${wall})`,
	five_minutes: (wall) => `toStartOfFiveMinutes(${wall})`,
	ten_minutes: (wall) => `toStartOfTenMinutes(${wall})`,
	fifteen_minutes: (wall) => `toStartOfFifteenMinutes(${wall})`,
	hour: (wall) => `toStartOfHour(${wall})`,
	day: (wall) => `toStartOfDay(${wall})`,
	week: (wall, weekStart) =>
		weekStart === 0
			? `toDateTime(toStartOfWeek(${wall}, 0), 'UTC')`
			: `addDays(toDateTime(toStartOfWeek(subtractDays(${wall}, ${weekStart}), 0), 'UTC'), ${weekStart})`,
	month: (wall) => `toDateTime(toStartOfMonth(${wall}), 'UTC')`,
	year: (wall) => `toDateTime(toStartOfYear(${wall}), 'UTC')`,
};

/** Ranges with no more changes of the zone's offset are compared with each change: faster than a lookup. */
const FEW_CHANGES = 4;

/**
 * SQL for the seconds that the wall clock shows at an instant, as if it were in UTC, for any number of instants of one
 * statement. The changes of the zone's offset are bound: the engine's own offsets are wrong beyond +12 hours, and this
 * way the store and the list of buckets follow one table.
 */
export const wallSecondSql = (
	{ from = FIRST_INSTANT, to = LAST_INSTANT, timeZone }: Period,
	parameters: Parameters,
): OfInstant => {
	const stretches = evenStretches(from, to, timeZone);
	const seconds = (pick: (stretch: EvenStretch) => number) =>
		stretches.length === 0 ? [0] : stretches.map((stretch) => pick(stretch) / 1000);
	const changes = seconds((stretch) => Math.floor(stretch.from / 1000) * 1000);
	const offsets = seconds(({ offset }) => offset);
	const isFew = changes.length - 1 <= FEW_CHANGES;
	if (isFew)
		for (const [index, offset] of offsets.entries()) {
			parameters[`zone_offset_${index}`] = offset;
			if (index > 0) parameters[`zone_change_${index}`] = changes[index] ?? 0;
		}
	else {
		parameters["zone_changes"] = changes;
		parameters["zone_offsets"] = offsets;
	}
	const offsetAt = (second: string) =>
		isFew
			? changes.reduce(
					(before, _, index) =>
						index === 0
							? `{zone_offset_0:Int64}`
							: `if(${second} >= {zone_change_${index}:Int64}, {zone_offset_${index}:Int64}, ${before})`,
					"",
				)
			: `transform(roundDown(toInt64(${second}), {zone_changes:Array(Int64)}), {zone_changes:Array(Int64)}, {zone_offsets:Array(Int64)}, 0)`;
	return (instant) => {
		const second = `toUnixTimestamp(${instant})`;
		return `(${second} + ${offsetAt(second)})`;
	};
};

/** SQL for the start of a wall-clock DateTime's bucket. */
export const startOfWallBucketSql =
	(bucket: Bucket, weekStart = 0): OfInstant =>
	(wall) =>
		START_IN_SQL[bucket](wall, weekStart);

/** SQL for the start of an instant's bucket, a wall-clock DateTime that is returned as `YYYY-MM-DD HH:MM:SS`. */
export const bucketSql = (bucket: Bucket, period: Period, parameters: Parameters): OfInstant => {
	const wallSecond = wallSecondSql(period, parameters);
	const startOf = startOfWallBucketSql(bucket, period.weekStart);
	return (instant) => startOf(`toDateTime(${wallSecond(instant)}, 'UTC')`);
};

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
/** The length of a bucket; for months and years the shortest. */
const LENGTH_MS: Record<Bucket, number> = {
	minute: MINUTE_MS,
	five_minutes: 5 * MINUTE_MS,
	ten_minutes: 10 * MINUTE_MS,
	fifteen_minutes: 15 * MINUTE_MS,
	hour: 60 * MINUTE_MS,
	day: DAY_MS,
	week: 7 * DAY_MS,
	month: 28 * DAY_MS,
	year: 365 * DAY_MS,
};

/**
 * The error for a series with more rows than an answer may have.
 * @param lengthMs of the range
 * @param series how many rows each bucket has
 */
export const tooManyBuckets = (bucket: Bucket, lengthMs: number, series = 1): ApiError => {
	const longer = BUCKETS.slice(BUCKETS.indexOf(bucket) + 1);
	const fitting =
		longer.find((one) => (lengthMs / LENGTH_MS[one]) * series <= MAX_SERIES_ROWS) ?? "year";
	return refusedParameters(
		`A series has at most ${MAX_SERIES_ROWS} rows, and this range has more with bucket ${bucket}: use bucket ${fitting}, or a shorter range`,
		`bucket: ${fitting} or longer for this range`,
	);
};

/** Start of the bucket that contains a wall time, or of the `step`th one after it. */
const startOfBucket = (wall: number, bucket: Bucket, weekStart: number, step: 0 | 1): number => {
	const length = LENGTH_MS[bucket];
	if (length <= DAY_MS) return (Math.floor(wall / length) + step) * length;
	const date = new Date(wall);
	const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
	if (bucket === "year") return Date.UTC(year + step, 0, 1);
	if (bucket === "month") return Date.UTC(year, month + step, 1);
	const intoWeek = (date.getUTCDay() - weekStart + 7) % 7;
	return Date.UTC(year, month, date.getUTCDate() - intoWeek + 7 * step);
};

/** Whether a bucket starts at a formatted wall time. */
export const startsBucket = (time: string, bucket: Bucket, { weekStart = 0 }: Period): boolean => {
	const wall = Date.parse(`${time.replace(" ", "T")}Z`);
	return startOfBucket(wall, bucket, weekStart, 0) === wall;
};

const printed = (wall: number) => new Date(wall).toISOString().slice(0, 19).replace("T", " ");

/**
 * Every bucket that a bounded period touches, in order, as its printed start; `undefined` for an unbounded one.
 * @throws ApiError that names a bucket that fits, when there would be more than the maximum
 */
export const bucketsOf = (period: Period, bucket: Bucket): string[] | undefined => {
	const { from, to, timeZone, weekStart = 0 } = period;
	if (from === undefined || to === undefined) return undefined;
	if ((to - from) / LENGTH_MS[bucket] > MAX_SERIES_ROWS) throw tooManyBuckets(bucket, to - from);
	const starts = new Set<number>();
	for (const stretch of evenStretches(from, to, timeZone)) {
		const end = stretch.to + stretch.offset;
		let start = startOfBucket(stretch.from + stretch.offset, bucket, weekStart, 0);
		for (; start < end; start = startOfBucket(start, bucket, weekStart, 1)) starts.add(start);
	}
	return [...starts].sort((one, other) => one - other).map(printed);
};

/** The bucket of an instant, as instants: `from` included, `to` excluded. */
export const bucketAt = (
	instant: number,
	bucket: Bucket,
	{ timeZone, weekStart = 0 }: Period,
): { from: number; to: number } => {
	const wall = wallTimeOf(instant, timeZone);
	const start = startOfBucket(wall, bucket, weekStart, 0);
	const end = startOfBucket(wall, bucket, weekStart, 1);
	return {
		from: instantAtWall(start, timeZone),
		to: instantAtWall(end, timeZone),
	};
};
