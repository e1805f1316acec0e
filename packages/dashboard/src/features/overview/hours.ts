import { parseWallTime } from "../../format/wall-time.ts";

/** Longer ranges have too many hours to add up in a browser. */
export const MAX_HEAT_DAYS = 92;
const HOURS = 24;
const WEEKDAYS = 7;

/**
 * Sums by weekday and hour of the wall clock, in rows of a week.
 * @param weekStart of the first row: 0 = Monday … 6 = Sunday
 */
export const hoursOfWeek = (
	points: readonly { time: string; sessions: number }[],
	weekStart: number,
): { weekday: number; sums: readonly number[] }[] => {
	const sums = Array.from({ length: WEEKDAYS }, () => new Array<number>(HOURS).fill(0));
	for (const { time, sessions } of points) {
		const date = new Date(parseWallTime(time));
		const row = sums[(date.getUTCDay() + 6) % WEEKDAYS];
		const hour = date.getUTCHours();
		if (row) row[hour] = (row[hour] ?? 0) + sessions;
	}
	return Array.from({ length: WEEKDAYS }, (_, index) => {
		const weekday = (weekStart + index) % WEEKDAYS;
		return { weekday, sums: sums[weekday] ?? [] };
	});
};
