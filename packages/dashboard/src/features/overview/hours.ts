import { isRepeated, parseWallTime } from "../../format/wall-time.ts";

/** Longer ranges have too many hours to add up in a browser. */
export const MAX_HEAT_DAYS = 92;
const HOURS = 24;
const WEEKDAYS = 7;

interface HoursOfDay {
	weekday: number;
	sums: readonly number[];
	/** Hours that occurred twice on one of the days, since clocks went back. */
	repeated: ReadonlySet<number>;
}

/**
 * Sums by weekday and hour of the wall clock, in rows of a week.
 * @param weekStart of the first row: 0 = Monday … 6 = Sunday
 */
export const hoursOfWeek = (
	points: readonly { time: string; sessions: number }[],
	weekStart: number,
): HoursOfDay[] => {
	const repeated = Array.from({ length: WEEKDAYS }, () => new Set<number>());
	const sums = Array.from({ length: WEEKDAYS }, () => new Array<number>(HOURS).fill(0));
	for (const { time, sessions } of points) {
		const wall = parseWallTime(time);
		const date = new Date(wall);
		const weekday = (date.getUTCDay() + 6) % WEEKDAYS;
		const row = sums[weekday];
		const hour = date.getUTCHours();
		if (isRepeated(wall)) repeated[weekday]?.add(hour);
		if (row) row[hour] = (row[hour] ?? 0) + sessions;
	}
	return Array.from({ length: WEEKDAYS }, (_, index) => {
		const weekday = (weekStart + index) % WEEKDAYS;
		return { weekday, sums: sums[weekday] ?? [], repeated: repeated[weekday] ?? new Set() };
	});
};
