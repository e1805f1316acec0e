import { describe, expect, it } from "vitest";
import { lastPeriod, newestDue, nextDueAfter, type Schedule } from "./schedule.ts";

const schedule = (changes: Partial<Schedule>): Schedule => ({
	...{ every: "day", weekday: 1, monthday: 1, hour: 8, timeZone: "UTC", weekStartsOn: "monday" },
	...changes,
});
const at = (text: string) => Date.parse(text);
const dueDates = (one: Schedule, after: string, count: number): string[] => {
	const dates: string[] = [];
	let instant = at(after);
	for (let index = 0; index < count; index++) {
		instant = nextDueAfter(one, instant);
		dates.push(new Date(instant).toISOString().replace(":00.000Z", "Z"));
	}
	return dates;
};

const BERLIN = { timeZone: "Europe/Berlin" };

describe("the hour of a report", () => {
	it.each([
		["an ordinary day", schedule(BERLIN), "2026-10-20T00:00Z", ["2026-10-20T06:00Z"]],
		[
			"a day after the clocks go back",
			schedule(BERLIN),
			"2026-10-24T07:00Z",
			["2026-10-25T07:00Z", "2026-10-26T07:00Z"],
		],
		[
			"an hour that the clocks skip: the next one, the same day",
			schedule({ ...BERLIN, hour: 2 }),
			"2026-03-28T12:00Z",
			["2026-03-29T01:00Z", "2026-03-30T00:00Z"],
		],
		[
			"an hour that the clocks repeat: once",
			schedule({ ...BERLIN, hour: 2 }),
			"2026-10-24T12:00Z",
			["2026-10-25T00:00Z", "2026-10-26T01:00Z"],
		],
		[
			"a midnight that the clocks skip",
			schedule({ timeZone: "America/Santiago", hour: 0 }),
			"2026-09-05T12:00Z",
			["2026-09-06T04:00Z", "2026-09-07T03:00Z"],
		],
		[
			"a day that a zone left out",
			schedule({ timeZone: "Pacific/Apia", hour: 9 }),
			"2011-12-29T12:00Z",
			["2011-12-29T19:00Z", "2011-12-30T19:00Z"],
		],
		[
			"a half-hour zone",
			schedule({ timeZone: "Asia/Kolkata", hour: 0 }),
			"2026-10-20T00:00Z",
			["2026-10-20T18:30Z"],
		],
		[
			"Sundays",
			schedule({ every: "week", weekday: 7 }),
			"2026-10-20T00:00Z",
			["2026-10-25T08:00Z", "2026-11-01T08:00Z"],
		],
		[
			"the 31st: the last day of shorter months",
			schedule({ every: "month", monthday: 31 }),
			"2026-01-31T08:00Z",
			["2026-02-28T08:00Z", "2026-03-31T08:00Z", "2026-04-30T08:00Z"],
		],
		[
			"the 29th in a leap year and in others",
			schedule({ every: "month", monthday: 29 }),
			"2027-02-01T00:00Z",
			["2027-02-28T08:00Z", "2027-03-29T08:00Z"],
		],
		[
			"the 29th in a leap year",
			schedule({ every: "month", monthday: 29 }),
			"2028-02-01T00:00Z",
			["2028-02-29T08:00Z"],
		],
	])("%s", (_name, one, after, expected) =>
		expect(dueDates(one, after, expected.length)).toEqual(expected),
	);
});

describe("the days of a report", () => {
	it.each([
		[
			"a day, compared with the same day of the week before",
			schedule({}),
			{ key: "day:2026-11-01", from: "2026-11-01", to: "2026-11-01" },
			{ from: "2026-10-25", to: "2026-10-25" },
		],
		[
			"the last whole week from Monday",
			schedule({ every: "week", weekday: 1 }),
			{ key: "week:2026-10-26", from: "2026-10-26", to: "2026-11-01" },
			{ from: "2026-10-19", to: "2026-10-25" },
		],
		[
			"the last whole week from Sunday",
			schedule({ every: "week", weekday: 1, weekStartsOn: "sunday" }),
			{ key: "week:2026-10-25", from: "2026-10-25", to: "2026-10-31" },
			{ from: "2026-10-18", to: "2026-10-24" },
		],
		[
			"the last whole week from Saturday",
			schedule({ every: "week", weekday: 1, weekStartsOn: "saturday" }),
			{ key: "week:2026-10-24", from: "2026-10-24", to: "2026-10-30" },
			{ from: "2026-10-17", to: "2026-10-23" },
		],
		[
			"a month, whatever the day on which it is sent",
			schedule({ every: "month", monthday: 2 }),
			{ key: "month:2026-10-01", from: "2026-10-01", to: "2026-10-31" },
			{ from: "2026-09-01", to: "2026-09-30" },
		],
	])("%s", (_name, one, period, before) => {
		const due = newestDue(one, at("2026-11-02T08:00Z"));
		expect(due).toEqual({ dueAt: at("2026-11-02T08:00Z"), period: { ...period, before } });
		expect(lastPeriod(one, at("2026-11-02T09:00Z"))).toEqual(due.period);
	});

	it("before the hour of a day are those of the time before", () => {
		const { dueAt, period } = newestDue(schedule(BERLIN), at("2026-11-02T06:59Z"));
		expect([new Date(dueAt).toISOString(), period.from]).toEqual([
			"2026-11-01T07:00:00.000Z",
			"2026-10-31",
		]);
	});
});
