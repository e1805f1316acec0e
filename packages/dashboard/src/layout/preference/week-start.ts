import { weekStartOf } from "../../format/week-start.ts";
import { preferencesNow } from "./preferences.ts";

/** Numbered as in calendars, from Monday. */
const FIRST_DAYS = { monday: 0, saturday: 5, sunday: 6 } as const;

/** The viewer's first day of the week, 0 = Monday … 6 = Sunday: the one they chose, else that of the language. */
export const firstDayOfWeek = (locale: string): number => {
	const { weekStart } = preferencesNow();
	return weekStart === null ? weekStartOf(locale) : FIRST_DAYS[weekStart];
};
