import type { Cohort } from "../../format/heat.ts";
import { DAY_MS, endOfBucket } from "../../format/wall-time.ts";

export const RETENTION_MODES = ["day", "week", "month"] as const;
export type RetentionMode = (typeof RETENTION_MODES)[number];
export const isRetentionMode = (text: string | undefined): text is RetentionMode =>
	RETENTION_MODES.some((mode) => mode === text);

/** How far back each mode can go, in days; the default first. */
export const RANGES: Readonly<Record<RetentionMode, readonly number[]>> = {
	day: [14, 7, 30, 60],
	week: [90, 30, 180, 365],
	month: [365, 90, 180],
};

/** Start of the period that is `later` periods after `start`, as a wall time. */
export const periodLater = (start: number, later: number, mode: RetentionMode): number => {
	if (mode !== "month") return start + later * (mode === "day" ? 1 : 7) * DAY_MS;
	const date = new Date(start);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1);
};

/** The cohorts of a month, by the calendar: the general reader only handles periods of one length. */
export const cohortsByCalendar = (
	answer: Readonly<Record<string, { size: number; percentages: readonly (number | null)[] }>>,
	{ mode, now, parse }: { mode: RetentionMode; now: number; parse(day: string): number },
): Cohort[] =>
	Object.entries(answer)
		.map(([day, { size, percentages }]) => {
			const start = parse(day);
			return {
				start,
				size,
				percentages: percentages.map((percentage, later) =>
					periodLater(start, later, mode) > now ? undefined : (percentage ?? 0),
				),
			};
		})
		.sort((one, other) => one.start - other.start);

/** Whether a period is over: an unfinished one may still grow. */
export const isOver = (start: number, later: number, mode: RetentionMode, now: number): boolean =>
	endOfBucket(periodLater(start, later, mode), mode) <= now;

/**
 * The share of all visitors who returned that many periods later, weighted by the size of their cohorts; undefined if
 * no such period is over.
 */
export const averageLater = (
	cohorts: readonly Cohort[],
	later: number,
	mode: RetentionMode,
	now: number,
): number | undefined => {
	let [back, size] = [0, 0];
	for (const cohort of cohorts) {
		const percentage = cohort.percentages[later];
		if (percentage === undefined || !isOver(cohort.start, later, mode, now)) continue;
		back += (percentage / 100) * cohort.size;
		size += cohort.size;
	}
	return size === 0 ? undefined : (back / size) * 100;
};
