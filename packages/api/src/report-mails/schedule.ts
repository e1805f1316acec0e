import { instantAtWall, startOfDay, wallTimeOf } from "@footfall/reports/query/time-zone";
import type { Selectable } from "kysely";
import type { ReportMailTable } from "../database/report-mail-tables.ts";

/** When a report by mail is due. */
export type Schedule = Pick<
	Selectable<ReportMailTable>,
	"every" | "weekday" | "monthday" | "hour" | "timeZone" | "weekStartsOn"
>;

/** The days that a report is about, both included, as YYYY-MM-DD. */
export interface ReportPeriod {
	/** `week:2026-10-26`: each report is sent once for each. */
	key: string;
	from: string;
	to: string;
	/** The days before, of the same kind. */
	before: { from: string; to: string };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longer than any time between two due days. */
const MOST_DAYS = 63;
const FIRST_WEEKDAY = { sunday: 0, monday: 1, saturday: 6 } as const;

/** The midnight of the day in which a wall time is. */
const dayOf = (wall: number): number => Math.floor(wall / DAY_MS) * DAY_MS;

const isoDay = (midnight: number): string => new Date(midnight).toISOString().slice(0, 10);

const lastDayOfMonth = (midnight: number): number => {
	const day = new Date(midnight);
	return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
};

const isDueDay = ({ every, weekday, monthday }: Schedule, midnight: number): boolean => {
	const day = new Date(midnight);
	if (every === "day") return true;
	if (every === "week") return day.getUTCDay() === weekday % 7;
	return day.getUTCDate() === Math.min(monthday, lastDayOfMonth(midnight));
};

/** A zone that moves over the date line leaves a day out. */
const exists = (midnight: number, zone: string): boolean =>
	startOfDay(midnight, zone) < startOfDay(midnight + DAY_MS, zone);

/** An hour that the clocks skip counts as the next one, and one that they repeat counts once. */
const dueOn = ({ hour, timeZone }: Schedule, midnight: number): number =>
	instantAtWall(midnight + hour * HOUR_MS, timeZone);

/** The first due day from `midnight` on, forwards or backwards, whose instant is accepted. */
const findDue = (
	schedule: Schedule,
	midnight: number,
	step: 1 | -1,
	accept: (instant: number) => boolean,
): { midnight: number; instant: number } => {
	for (let days = 0; days <= MOST_DAYS; days++) {
		const day = midnight + step * days * DAY_MS;
		if (!isDueDay(schedule, day) || !exists(day, schedule.timeZone)) continue;
		const instant = dueOn(schedule, day);
		if (accept(instant)) return { midnight: day, instant };
	}
	throw new Error(`No due day within ${MOST_DAYS} days`);
};

/** The first instant after `after` at which the report is due. */
export const nextDueAfter = (schedule: Schedule, after: number): number => {
	const yesterday = dayOf(wallTimeOf(after, schedule.timeZone)) - DAY_MS;
	return findDue(schedule, yesterday, 1, (instant) => instant > after).instant;
};

const daysFrom = (from: number, days: number) => ({
	from: isoDay(from),
	to: isoDay(from + (days - 1) * DAY_MS),
});

const monthBefore = (midnight: number): { from: number; days: number } => {
	const day = new Date(midnight);
	const from = Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - 1, 1);
	return { from, days: lastDayOfMonth(from) };
};

/** The last whole day, week or month before a day. */
const periodBefore = (
	{ every, weekStartsOn }: Pick<Schedule, "every" | "weekStartsOn">,
	midnight: number,
): ReportPeriod => {
	if (every === "month") {
		const month = monthBefore(midnight);
		const earlier = monthBefore(month.from);
		return {
			key: `month:${isoDay(month.from)}`,
			...daysFrom(month.from, month.days),
			before: daysFrom(earlier.from, earlier.days),
		};
	}
	if (every === "day") {
		const day = daysFrom(midnight - DAY_MS, 1);
		// A Monday is compared with the Monday before, because weekends differ from working days.
		return { key: `day:${day.from}`, ...day, before: daysFrom(midnight - 8 * DAY_MS, 1) };
	}
	const sinceStart = (new Date(midnight).getUTCDay() - FIRST_WEEKDAY[weekStartsOn] + 7) % 7;
	const from = midnight - (sinceStart + 7) * DAY_MS;
	return {
		key: `week:${isoDay(from)}`,
		...daysFrom(from, 7),
		before: daysFrom(from - 7 * DAY_MS, 7),
	};
};

/** The newest due instant up to `now`, and the days that its mail is about. */
export const newestDue = (
	schedule: Schedule,
	now: number,
): { dueAt: number; period: ReportPeriod } => {
	const tomorrow = dayOf(wallTimeOf(now, schedule.timeZone)) + DAY_MS;
	const due = findDue(schedule, tomorrow, -1, (instant) => instant <= now);
	return { dueAt: due.instant, period: periodBefore(schedule, due.midnight) };
};

/** The days that a mail sent now would be about. */
export const lastPeriod = (schedule: Schedule, now: number): ReportPeriod =>
	periodBefore(schedule, dayOf(wallTimeOf(now, schedule.timeZone)));
