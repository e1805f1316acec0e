import { wallTimeOf } from "@footfall/reports/query/time-zone";
import type { AlertRule } from "./alert-rule.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const minuteOf = (clock: string): number => {
	const [hours = 0, minutes = 0] = clock.split(":").map(Number);
	return hours * 60 + minutes;
};

/** Whether nothing may be sent at an instant, ms since the epoch. Hours that end before they begin pass midnight. */
export const isQuiet = (quietHours: AlertRule["quietHours"], now: number): boolean => {
	if (!quietHours) return false;
	const wall = wallTimeOf(now, quietHours.timeZone);
	const minute = Math.floor((((wall % DAY_MS) + DAY_MS) % DAY_MS) / MINUTE_MS);
	const [from, to] = [minuteOf(quietHours.from), minuteOf(quietHours.to)];
	return from < to ? minute >= from && minute < to : minute >= from || minute < to;
};
