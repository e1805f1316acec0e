import { parseWallTime } from "../../format/wall-time.ts";

/** A minute with its count. */
export interface Minute {
	/** Its start, as a wall time. */
	wall: number;
	views: number;
	/** It is not over. */
	isOpen: boolean;
}

const MINUTE_MS = 60_000;

/**
 * The last `count` minutes up to the present, including those missing from the response.
 * @param now as a wall time
 */
export const minutesUntil = (
	now: number,
	count: number,
	points: readonly { time: string; pageviews: number }[],
): Minute[] => {
	const views = new Map(points.map(({ time, pageviews }) => [parseWallTime(time), pageviews]));
	const last = Math.floor(now / MINUTE_MS) * MINUTE_MS;
	return Array.from({ length: count }, (_, index) => {
		const wall = last - (count - 1 - index) * MINUTE_MS;
		return { wall, views: views.get(wall) ?? 0, isOpen: wall === last };
	});
};
