import fc from "fast-check";
import { comparedDay, comparedPeriod } from "./comparison.ts";
import type { RandomSite } from "./random-site.ts";
import { wallClock } from "./semantics.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const dayText = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Days around a world's events, the comparison, and the dimension of a breakdown. */
export const someDays = fc.record({
	hoursToNow: fc.integer({ min: -20, max: 40 }),
	firstDay: fc.integer({ min: -1, max: 1 }),
	days: fc.integer({ min: 1, max: 3 }),
	compare: fc.constantFrom("previous", "previous", "month", "year", "own", "own of another length"),
	matchesWeekdays: fc.boolean(),
	dimension: fc.constantFrom(
		"country",
		"channel",
		"referrer",
		"pathname",
		"entry_page",
		"event_name",
	),
});
export type SomeDays = typeof someDays extends fc.Arbitrary<infer Value> ? Value : never;

/** A range of days, its comparison period, the events in each, and the time of the query. */
export const rangesOf = (chosen: SomeDays, moment: number, timeZone: string) => {
	const now = moment + chosen.hoursToNow * HOUR_MS;
	const first = dayText(moment + chosen.firstDay * DAY_MS);
	const last = dayText(Date.parse(first) + (chosen.days - 1) * DAY_MS);
	const ownDays = chosen.compare === "own" ? chosen.days : chosen.days + 1;
	const ownFirst = Date.parse(first) - 2 * DAY_MS;
	const compare = chosen.compare.startsWith("own")
		? `${dayText(ownFirst)}..${dayText(ownFirst + (ownDays - 1) * DAY_MS)}`
		: chosen.compare;
	const { matchesWeekdays } = chosen;
	const asked = { first, last, timeZone, now, compare, matchesWeekdays };
	const other = comparedPeriod(asked);
	const today = wallClock(now, timeZone).slice(0, 10);
	return {
		now,
		parameters: {
			start_date: first,
			end_date: last,
			time_zone: timeZone,
			compare,
			match_weekdays: String(matchesWeekdays),
		},
		other,
		isInRange: (at: number) => {
			const day = wallClock(at, timeZone).slice(0, 10);
			return day >= first && day <= last && (last !== today || at <= now);
		},
		isInOther: (at: number) => at >= other.from && at < other.to,
		/** The hour or day of the comparison that belongs to one of the range, `YYYY-MM-DD HH:MM:SS`. */
		timeBefore: (time: string) => `${comparedDay(time.slice(0, 10), asked)}${time.slice(10)}`,
		comparison: {
			from: new Date(other.from).toISOString(),
			to: new Date(other.to).toISOString(),
		},
	};
};

/** Moves every other session a year back when years are compared. */
export const withEarlierYear = (world: RandomSite, { compare }: SomeDays): RandomSite => ({
	...world,
	events: world.events.map((event) =>
		compare === "year" && event.session % 2 === 0
			? { ...event, at: event.at - 365 * DAY_MS }
			: event,
	),
});
