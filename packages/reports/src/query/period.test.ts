import { ApiError } from "@footfall/shared/api-error";
import { describe, expect, it } from "vitest";
import { type PeriodParameters, periodOf } from "./period.ts";

const NOW = Date.parse("2026-11-20T10:15:00.123Z");
const printed = (parameters: PeriodParameters, now = NOW) => {
	const { from, to, timeZone } = periodOf(parameters, now);
	const print = (instant: number | undefined) =>
		instant === undefined ? "ever" : new Date(instant).toISOString();
	return [print(from), print(to), timeZone];
};
const refusal = (parameters: PeriodParameters) => {
	try {
		periodOf(parameters, NOW);
	} catch (error) {
		if (error instanceof ApiError) return `${error.status} ${error.message}`;
		throw error;
	}
	return "accepted";
};

describe("a period", () => {
	it("covers all time in UTC when nothing is given, or only empty texts", () => {
		expect(printed({})).toEqual(["ever", "ever", "UTC"]);
		expect(printed({ start_date: "", end_date: "", time_zone: "" })).toEqual([
			"ever",
			"ever",
			"UTC",
		]);
	});

	it("reports how many days it spans and on which day weeks start", () => {
		const days = { start_date: "2026-03-28", end_date: "2026-03-30" };
		expect(periodOf(days, NOW)).toMatchObject({ days: 3 });
		expect(periodOf({ ...days, week_start: "monday" }, NOW)).toMatchObject({ weekStart: 1 });
		expect(refusal({ week_start: "Monday" })).toBe("400 Invalid week_start");
	});

	it.each([
		["UTC", "2026-03-28", "2026-03-30", "2026-03-28T00:00:00.000Z", "2026-03-31T00:00:00.000Z"],
		[
			"Europe/Berlin",
			"2026-03-29",
			"2026-03-29",
			"2026-03-28T23:00:00.000Z",
			"2026-03-29T22:00:00.000Z",
		],
		[
			"Europe/Berlin",
			"2026-10-25",
			"2026-10-25",
			"2026-10-24T22:00:00.000Z",
			"2026-10-25T23:00:00.000Z",
		],
		[
			"Asia/Calcutta",
			"2026-01-01",
			"2026-01-01",
			"2025-12-31T18:30:00.000Z",
			"2026-01-01T18:30:00.000Z",
		],
		[
			"Asia/Katmandu",
			"2025-12-31",
			"2025-12-31",
			"2025-12-30T18:15:00.000Z",
			"2025-12-31T18:15:00.000Z",
		],
		// Midnight of this day is skipped: the clocks go from 23:59:59 to 01:00.
		[
			"Africa/Cairo",
			"2026-04-24",
			"2026-04-24",
			"2026-04-23T22:00:00.000Z",
			"2026-04-24T21:00:00.000Z",
		],
		// Midnight occurs twice on this day.
		[
			"America/Havana",
			"2026-11-01",
			"2026-11-01",
			"2026-11-01T04:00:00.000Z",
			"2026-11-02T05:00:00.000Z",
		],
		[
			"Pacific/Kiritimati",
			"2026-11-19",
			"2026-11-19",
			"2026-11-18T10:00:00.000Z",
			"2026-11-19T10:00:00.000Z",
		],
	])("of days in %s from %s to %s is [%s, %s)", (time_zone, start_date, end_date, from, to) =>
		expect(printed({ time_zone, start_date, end_date })).toEqual([from, to, time_zone]),
	);

	it("ends now, this millisecond included, when its last day is today in the time zone", () => {
		expect(printed({ start_date: "2026-11-20", end_date: "2026-11-20" })[1]).toBe(
			"2026-11-20T10:15:00.124Z",
		);
		const evening = { start_date: "2026-11-20", time_zone: "Pacific/Kiritimati" };
		expect(printed({ ...evening, end_date: "2026-11-21" })[1]).toBe("2026-11-20T10:15:00.124Z");
		expect(printed({ ...evening, end_date: "2026-11-20" })[1]).toBe("2026-11-20T10:00:00.000Z");
	});

	it("is rejected if its dates are swapped", () =>
		expect(refusal({ start_date: "2026-11-19", end_date: "2026-11-01" })).toBe(
			"400 start_date must not be after end_date",
		));

	it.each([
		["2026-11-19 08:00:00", "2026-11-19T08:00:00.000Z"],
		["2026-11-19T08:00:00", "2026-11-19T08:00:00.000Z"],
		["2026-11-19T08:00:00Z", "2026-11-19T08:00:00.000Z"],
		["2026-11-19T08:00:00+05:30", "2026-11-19T02:30:00.000Z"],
		["2026-11-18 23:00:00-03:00", "2026-11-19T02:00:00.000Z"],
	])("starts at %s whatever the time zone", (start_datetime, from) =>
		expect(
			printed({ start_datetime, end_datetime: "2026-11-19 09:00:00", time_zone: "Asia/Tokyo" }),
		).toEqual([from, "2026-11-19T09:00:00.000Z", "Asia/Tokyo"]),
	);

	it("of past minutes excludes its older bound and includes the newer one", () =>
		expect(printed({ past_minutes_start: "30", past_minutes_end: "0" })).toEqual([
			"2026-11-20T09:45:00.124Z",
			"2026-11-20T10:15:00.124Z",
			"UTC",
		]));

	it("prefers days to datetimes and datetimes to past minutes", () => {
		const minutes = { past_minutes_start: "30", past_minutes_end: "0" };
		const times = { start_datetime: "2026-02-01 00:00:00", end_datetime: "2026-02-02 00:00:00" };
		const days = { start_date: "2026-03-01", end_date: "2026-03-01" };
		expect(printed({ ...minutes, ...times, ...days })[0]).toBe("2026-03-01T00:00:00.000Z");
		expect(printed({ ...minutes, ...times })[0]).toBe("2026-02-01T00:00:00.000Z");
	});

	it("stays within the range of times that the store can hold", () =>
		expect(printed({ start_date: "0000-01-01", end_date: "9999-12-31" }).slice(0, 2)).toEqual([
			"1970-01-01T00:00:00.000Z",
			"2100-01-01T00:00:00.000Z",
		]));

	it.each<[PeriodParameters, string]>([
		[
			{ start_date: "20.11.2026", end_date: "2026-11-20" },
			"Invalid start_date format. Use YYYY-MM-DD",
		],
		[{ start_date: "2026-02-30", end_date: "2026-11-20" }, "Invalid start_date value"],
		[
			{ start_date: "2026-02-20", end_date: "2026-1-20" },
			"Invalid end_date format. Use YYYY-MM-DD",
		],
		[{ start_date: "2026-02-20", end_date: "2026-13-20" }, "Invalid end_date value"],
		[{ time_zone: "Mars/Olympus" }, "Invalid time_zone"],
		[{ time_zone: "+02:00" }, "Invalid time_zone"],
		[{ time_zone: "UTC'; DROP TABLE events" }, "Invalid time_zone"],
		[
			{ start_datetime: "2026-11-19 08:00:00.5", end_datetime: "2026-11-20 08:00:00" },
			"Invalid start_datetime format. Use YYYY-MM-DD HH:mm:ss",
		],
		[
			{ start_datetime: "2026-11-19 24:00:00", end_datetime: "2026-11-20 08:00:00" },
			"Invalid start_datetime value",
		],
		[
			{ start_datetime: "2026-11-19 08:00:00", end_datetime: "2026-02-29 08:00:00" },
			"Invalid end_datetime value",
		],
		[
			{ start_datetime: "2026-11-19 08:00:00", end_datetime: "2026-11-19 08:00:00" },
			"start_datetime must be before end_datetime",
		],
		[
			{ past_minutes_start: "-1", past_minutes_end: "soon" },
			"past_minutes values must be non-negative numbers",
		],
		[
			{ past_minutes_start: "5", past_minutes_end: "5" },
			"past_minutes_start must be greater than past_minutes_end (start = older, end = newer)",
		],
		[{ start_date: "2026-11-20" }, "start_date and end_date must be provided together"],
		[
			{ end_datetime: "2026-11-20 00:00:00" },
			"start_datetime and end_datetime must be provided together",
		],
		[
			{ past_minutes_end: "0", past_minutes_start: "" },
			"past_minutes_start and past_minutes_end must be provided together",
		],
		[
			{ start_date: "x", time_zone: "y" },
			"Invalid start_date format. Use YYYY-MM-DD; Invalid time_zone; start_date and end_date must be provided together",
		],
	])("rejects %j", (parameters, message) => expect(refusal(parameters)).toBe(`400 ${message}`));
});
