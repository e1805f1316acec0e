import {
	addDays,
	addMonths,
	type Day,
	daysBetween,
	firstOfMonth,
	weekdayOf,
} from "../../router/days.ts";

/**
 * The weeks of a month; days of other months are left out.
 * @param month its first day
 * @param weekStart 0 = Monday … 6 = Sunday
 */
export const weeksOf = (month: Day, weekStart: number): (Day | undefined)[][] => {
	const before = (weekdayOf(month) - weekStart + 7) % 7;
	const count = daysBetween(month, addDays(addMonths(month, 1), -1));
	const cells = Math.ceil((before + count) / 7) * 7;
	const days = Array.from({ length: cells }, (_, index) =>
		index < before || index >= before + count ? undefined : addDays(month, index - before),
	);
	return Array.from({ length: cells / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
};

/** The months beside each other that end with the one of a day. */
export const monthsUntil = (day: Day, count: number): Day[] =>
	Array.from({ length: count }, (_, index) => addMonths(firstOfMonth(day), index + 1 - count));

/** The day that a key moves to, as in a date picker of the ARIA patterns; undefined for other keys. */
export const dayAfterKey = (
	day: Day,
	{ key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">,
	weekStart: number,
): Day | undefined => {
	const inWeek = (weekdayOf(day) - weekStart + 7) % 7;
	const months = shiftKey ? 12 : 1;
	switch (key) {
		case "ArrowLeft":
			return addDays(day, -1);
		case "ArrowRight":
			return addDays(day, 1);
		case "ArrowUp":
			return addDays(day, -7);
		case "ArrowDown":
			return addDays(day, 7);
		case "PageUp":
			return addMonths(day, -months);
		case "PageDown":
			return addMonths(day, months);
		case "Home":
			return addDays(day, -inWeek);
		case "End":
			return addDays(day, 6 - inWeek);
		default:
			return undefined;
	}
};
