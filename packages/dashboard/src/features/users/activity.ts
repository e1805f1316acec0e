import { addDays, type Day, weekdayOf } from "../../router/days.ts";

export interface ActiveDay {
	date: string;
	sessions: number;
}

/** A day of the calendar; future days of the last week are left out. */
export interface CalendarDay {
	day: Day;
	sessions: number;
}

export interface ActivityCalendar {
	/** First days of the weeks, oldest first. */
	weeks: readonly Day[];
	/** One row per weekday, from the first one. */
	rows: readonly (readonly (CalendarDay | undefined)[])[];
}

/**
 * Weeks of days with the number of sessions.
 * @param today the last day that is shown
 */
export const activityCalendar = (
	active: readonly ActiveDay[],
	today: Day,
	count: number,
): ActivityCalendar => {
	const sessions = new Map(active.map((one) => [one.date.slice(0, 10), one.sessions]));
	const lastWeek = addDays(today, -weekdayOf(today));
	const weeks = Array.from({ length: count }, (_, index) =>
		addDays(lastWeek, (index - count + 1) * 7),
	);
	const rows = Array.from({ length: 7 }, (_, weekday) =>
		weeks.map((week) => {
			const day = addDays(week, weekday);
			return day > today ? undefined : { day, sessions: sessions.get(day) ?? 0 };
		}),
	);
	return { weeks, rows };
};
