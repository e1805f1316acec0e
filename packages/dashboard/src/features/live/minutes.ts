import { parseWallTime, wallTimeOf } from "../../format/wall-time.ts";

/** A minute with its count. */
export interface Minute {
	/** Its start, as a wall time. */
	wall: number;
	views: number;
	/** It is not over. */
	isOpen: boolean;
}

const MINUTE_MS = 60_000;
const startOfMinute = (time: number) => Math.floor(time / MINUTE_MS) * MINUTE_MS;

/**
 * The last `count` minutes up to the present, including those missing from the response: counted in real time, so that
 * they are right while clocks change.
 * @param now ms since the epoch
 */
export const minutesUntil = (
	now: number,
	count: number,
	points: readonly { time: string; pageviews: number }[],
	timeZone: string,
): Minute[] => {
	// A repeated minute is marked, but these few minutes have no other with its time.
	const views = new Map(
		points.map(({ time, pageviews }) => [startOfMinute(parseWallTime(time)), pageviews]),
	);
	const last = startOfMinute(now);
	return Array.from({ length: count }, (_, index) => {
		const instant = last - (count - 1 - index) * MINUTE_MS;
		const wall = wallTimeOf(instant, timeZone);
		return { wall, views: views.get(wall) ?? 0, isOpen: instant === last };
	});
};
