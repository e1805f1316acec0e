import type { Annotation } from "../../charts/line/place-annotations.ts";
import { DAY_MS, endOfBucket, wallTimeOf } from "../../format/wall-time.ts";
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

interface Note {
	annotationId: number;
	title: string;
	/** ISO 8601. */
	date: string;
}

/** A note with only a day is stored as its midnight in UTC, and is the same day in every zone. */
const wallOf = (date: string, timeZone: string): number => {
	const instant = Date.parse(date);
	return instant % DAY_MS === 0 ? instant : wallTimeOf(instant, timeZone);
};

/** Notes with the index of their bucket; those outside all buckets are left out. */
export const annotationsOf = (
	notes: readonly Note[],
	buckets: readonly number[],
	bucket: SeriesBucket,
	timeZone: string,
): Annotation[] =>
	notes.flatMap(({ annotationId, title, date }) => {
		const wall = wallOf(date, timeZone);
		const index = buckets.findLastIndex((start) => start <= wall);
		const start = buckets[index];
		return start !== undefined && wall < endOfBucket(start, bucket)
			? [{ id: String(annotationId), index, name: title }]
			: [];
	});
