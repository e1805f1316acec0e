import { DAY_MS, startOfWallDay, wallTimeOf } from "../../format/wall-time.ts";

/** A time in which an alert would have fired, in ms since the epoch. */
export interface Firing {
	start: number;
	end: number;
}

export interface DryRunDay {
	/** Its midnight, as a wall time. */
	day: number;
	/** How many firings touched it. */
	firings: number;
}

/** The last days in a time zone, the oldest first, each with its firings. */
export const dryRunDays = (
	firings: readonly Firing[],
	{ now, timeZone, days }: { now: number; timeZone: string; days: number },
): DryRunDay[] => {
	const today = startOfWallDay(wallTimeOf(now, timeZone));
	const counted = new Map<number, number>();
	for (const { start, end } of firings) {
		const last = startOfWallDay(wallTimeOf(Math.max(start, end - 1), timeZone));
		for (let day = startOfWallDay(wallTimeOf(start, timeZone)); day <= last; day += DAY_MS)
			counted.set(day, (counted.get(day) ?? 0) + 1);
	}
	return Array.from({ length: days }, (_, index) => {
		const day = today - (days - 1 - index) * DAY_MS;
		return { day, firings: counted.get(day) ?? 0 };
	});
};

/** How long an alert would have fired in all, in seconds. */
export const totalSeconds = (firings: readonly Firing[]): number =>
	firings.reduce((sum, { start, end }) => sum + Math.max(0, end - start) / 1000, 0);
