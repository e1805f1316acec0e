import type { Bucket } from "./wall-time.ts";

/** After how many buckets a site's days and hours repeat. */
const SEASON: Partial<Record<Bucket, number>> = { hour: 24, day: 7 };
const SEASONS_BACK = 4;

const median = (values: readonly number[]): number | undefined => {
	if (values.length === 0) return undefined;
	const sorted = [...values].sort((one, other) => one - other);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle] ?? 0;
	return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
};

/** The usual count of such a bucket: of the same weekday or hour before, else of the last few. */
const usualCount = (before: readonly (number | null)[], bucket: Bucket): number | undefined => {
	const season = SEASON[bucket];
	const seasonal = season
		? Array.from({ length: SEASONS_BACK }, (_, back) => before.at(-season * (back + 1)))
		: [];
	const counted = (values: readonly (number | null | undefined)[]) =>
		values.filter((value) => value !== null && value !== undefined);
	return median(counted(seasonal)) ?? median(counted(before.slice(-SEASONS_BACK)));
};

interface UnfinishedBucket {
	/** Its count so far. */
	soFar: number;
	/** The elapsed part of its time, 0 to 1. */
	elapsed: number;
	/** Counts of the preceding buckets, in order. */
	before: readonly (number | null)[];
	bucket: Bucket;
}

/**
 * The projected count of an unfinished bucket. Early on it is the usual count; the more of the bucket is over, the more
 * its own pace counts. `undefined` if there is no basis for an estimate.
 */
export const projectedCount = (unfinished: UnfinishedBucket): number | undefined => {
	const { soFar, elapsed, before, bucket } = unfinished;
	const over = Math.min(1, Math.max(0, elapsed));
	if (over >= 1) return soFar;
	const usual = usualCount(before, bucket);
	if (usual === undefined) return undefined;
	const atThisPace = over > 0 ? soFar / over : usual;
	const expected = over * atThisPace + (1 - over) * usual;
	return Math.max(soFar, Math.round(soFar + (1 - over) * expected));
};
