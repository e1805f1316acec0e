import { endOfBucket } from "../../format/wall-time.ts";
import { type Day, dayOf } from "../../router/days.ts";
import {
	bucketsFor,
	type DateRange,
	daysOf,
	SERIES_BUCKETS,
	type SeriesBucket,
} from "../../router/range.ts";

/** The buckets to choose from, shortest first, and the one to draw: the URL's if it suits the range. */
export const bucketChoice = (
	range: DateRange,
	wanted: SeriesBucket | undefined,
	now: number,
	timeZone: string,
): { buckets: readonly SeriesBucket[]; bucket: SeriesBucket } => {
	const suitable = bucketsFor(range, now, timeZone);
	const buckets = SERIES_BUCKETS.filter((one) => suitable.includes(one));
	const bucket = wanted && suitable.includes(wanted) ? wanted : (suitable[0] ?? "day");
	return { buckets, bucket };
};

const dayText = (wall: number): Day => new Date(wall).toISOString().slice(0, 10);

/**
 * The range of a bucket's days, within the visible range; undefined if it would be the same.
 * @param wall start of the bucket, as a wall time
 */
export const rangeOfBucket = (
	wall: number,
	bucket: SeriesBucket,
	shown: { range: DateRange; now: number; timeZone: string },
): DateRange | undefined => {
	const days = daysOf(shown.range, shown.now, shown.timeZone);
	const today = dayOf(shown.now, shown.timeZone);
	const last = dayText(endOfBucket(wall, bucket) - 1);
	const end = days && days.last < today ? days.last : today;
	const start = dayText(wall);
	const narrowed = {
		first: days && days.first > start ? days.first : start,
		last: last > end ? end : last,
	};
	if (narrowed.first > narrowed.last) return undefined;
	const isSame = days && days.first === narrowed.first && days.last === narrowed.last;
	return isSame ? undefined : { kind: "dates", ...narrowed };
};
