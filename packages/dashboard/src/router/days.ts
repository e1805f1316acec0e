/** A calendar day as `YYYY-MM-DD`: no time, no zone. */
export type Day = string;

const DAY_MS = 86_400_000;
const FORM = /^\d{4}-\d{2}-\d{2}$/;

const noonOf = (day: Day) => Date.parse(`${day}T12:00:00Z`);
const dayAt = (instant: number): Day => new Date(instant).toISOString().slice(0, 10);

/** Whether the text is a valid day; years from 1000 to 9999. */
export const isDay = (text: string): boolean => {
	if (!FORM.test(text) || text < "1000") return false;
	const noon = noonOf(text);
	// Date.parse accepts the 30th of February as a day in March.
	return !Number.isNaN(noon) && dayAt(noon) === text;
};

/** Cached per zone: creating one takes longer than everything else that a URL change computes. */
const calendars = new Map<string, Intl.DateTimeFormat>();

const calendarOf = (timeZone: string): Intl.DateTimeFormat => {
	const calendar =
		calendars.get(timeZone) ??
		new Intl.DateTimeFormat("en", {
			timeZone,
			calendar: "iso8601",
			year: "numeric",
			month: "2-digit",
			day: "2-digit",
		});
	calendars.set(timeZone, calendar);
	return calendar;
};

/** The day in a time zone at an instant in ms since the epoch. */
export const dayOf = (instant: number, timeZone: string): Day => {
	if (timeZone === "UTC") return dayAt(instant);
	const parts = calendarOf(timeZone).formatToParts(instant);
	const part = (type: Intl.DateTimeFormatPartTypes) =>
		parts.find((one) => one.type === type)?.value ?? "";
	return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
};

export const addDays = (day: Day, count: number): Day => dayAt(noonOf(day) + count * DAY_MS);

/** The number of days in a range, both ends included. */
export const daysBetween = (first: Day, last: Day): number =>
	Math.round((noonOf(last) - noonOf(first)) / DAY_MS) + 1;

const lastOfMonth = (year: number, month: number) =>
	new Date(Date.UTC(year, month, 0, 12)).getUTCDate();

/** The same day of another month; the last one if that month is shorter. */
export const addMonths = (day: Day, count: number): Day => {
	const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
	const months = year * 12 + month - 1 + count;
	const toYear = Math.floor(months / 12);
	const toMonth = (((months % 12) + 12) % 12) + 1;
	const toDate = Math.min(date, lastOfMonth(toYear, toMonth));
	return [
		String(toYear).padStart(4, "0"),
		String(toMonth).padStart(2, "0"),
		String(toDate).padStart(2, "0"),
	].join("-");
};

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`;
export const firstOfYear = (day: Day): Day => `${day.slice(0, 4)}-01-01`;

/** 0 = Monday … 6 = Sunday. */
export const weekdayOf = (day: Day): number => (new Date(noonOf(day)).getUTCDay() + 6) % 7;
