import { wallClock } from "./semantics.ts";

/** The other period of a comparison, found minute by minute on the wall clock. */

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

export interface ComparedDays {
	/** Days, `YYYY-MM-DD`. */
	first: string;
	last: string;
	timeZone: string;
	/** ms since the epoch, on a whole minute. */
	now: number;
	/** `previous`, `month`, `year` or `YYYY-MM-DD..YYYY-MM-DD`. */
	compare: string;
	matchesWeekdays: boolean;
}

const dayText = (at: number) => new Date(at).toISOString().slice(0, 10);
const addDays = (day: string, days: number) => dayText(Date.parse(day) + days * DAY_MS);
const daysBetween = (first: string, last: string) =>
	(Date.parse(last) - Date.parse(first)) / DAY_MS + 1;

/** The first minute at which the wall clock shows this time or a later one. */
const firstMinuteAt = (wall: string, timeZone: string): number => {
	const around = Date.parse(`${wall.replace(" ", "T")}Z`);
	for (let at = around - 16 * 60 * MINUTE_MS; ; at += MINUTE_MS)
		if (wallClock(at, timeZone) >= wall) return at;
};

/** The day that another one is compared with. */
export const comparedDay = (
	day: string,
	{ first, last, compare, matchesWeekdays }: ComparedDays,
): string => {
	const days = daysBetween(first, last);
	if (compare === "previous")
		return addDays(day, -(matchesWeekdays ? Math.ceil(days / 7) * 7 : days));
	if (compare === "month") {
		if (matchesWeekdays) return addDays(day, -28);
		const lastOfMonthBefore = addDays(`${day.slice(0, 8)}01`, -1);
		const sameDate = lastOfMonthBefore.slice(0, 8) + day.slice(8);
		return sameDate > lastOfMonthBefore ? lastOfMonthBefore : sameDate;
	}
	if (compare === "year") {
		if (matchesWeekdays) return addDays(day, -364);
		const [year, monthAndDay] = [Number(day.slice(0, 4)) - 1, day.slice(4)];
		return monthAndDay === "-02-29" ? `${year}-02-28` : `${year}${monthAndDay}`;
	}
	return addDays(day, daysBetween(first, compare.slice(0, 10)) - 1);
};

/** The other period as instants, `from` included and `to` excluded. */
export const comparedPeriod = (asked: ComparedDays): { from: number; to: number } => {
	const { first, last, timeZone, now, compare } = asked;
	const midnight = (day: string) => firstMinuteAt(`${day} 00:00:00`, timeZone);
	const from = midnight(comparedDay(first, asked));
	const isOwn = compare.includes("..");
	const lastOfOwn = compare.slice(-10);
	const today = wallClock(now, timeZone).slice(0, 10);
	const isAsLong =
		!isOwn || daysBetween(compare.slice(0, 10), lastOfOwn) === daysBetween(first, last);
	if (last < today || !isAsLong)
		return { from, to: midnight(addDays(isOwn ? lastOfOwn : comparedDay(last, asked), 1)) };
	const wall = `${comparedDay(today, asked)} ${wallClock(now, timeZone).slice(11)}`;
	const end = firstMinuteAt(wall, timeZone);
	return { from, to: Math.max(from, wallClock(end, timeZone) === wall ? end + 1 : end) };
};
