import { weekStartOf } from "../../format/week-start.ts";
import { preferencesNow } from "./preferences.ts";

/** As calendars count them from Monday. */
const FIRST_DAYS = { monday: 0, saturday: 5, sunday: 6 } as const;

/** The week's first day for the viewer, 0 = Monday … 6 = Sunday: the one that they chose, else that of the language. */
export const firstDayOfWeek = (locale: string): number => {
	const { weekStart } = preferencesNow();
	return weekStart === null ? weekStartOf(locale) : FIRST_DAYS[weekStart];
};
