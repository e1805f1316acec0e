import { ApiError } from "@footfall/shared/api-error";
import { comparedPeriod } from "@footfall/testing/model/comparison";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ComparisonParameters, comparisonOf } from "./comparison.ts";
import { type PeriodParameters, periodOf } from "./period.ts";

const NOW = Date.parse("2026-11-20T14:30:00Z");

const comparedWith = (parameters: PeriodParameters & ComparisonParameters, now = NOW) => {
	try {
		const query = { period: periodOf(parameters, now), filters: [], pseudonyms: undefined };
		const { range } = comparisonOf(parameters, query, now) ?? {};
		return range && [range.from, range.to].map((instant) => instant.replace(":00.000Z", ""));
	} catch (error) {
		if (error instanceof ApiError) return `${error.status} ${error.message}`;
		throw error;
	}
};

const days = (start_date: string, end_date: string, more: ComparisonParameters = {}) => ({
	start_date,
	end_date,
	compare: "previous",
	...more,
});

describe("a period is compared with", () => {
	it("nothing by default", () =>
		expect(comparedWith({ start_date: "2026-10-01", end_date: "2026-10-07" })).toBeUndefined());

	it("as many days before it", () =>
		expect(comparedWith(days("2026-10-05", "2026-10-06"))).toEqual([
			"2026-10-03T00:00",
			"2026-10-05T00:00",
		]));

	it("whole weeks before it, if weekdays must match", () => {
		const match_weekdays = "true";
		expect(comparedWith(days("2026-10-01", "2026-10-31", { match_weekdays }))).toEqual([
			"2026-08-27T00:00",
			"2026-09-27T00:00",
		]);
		expect(comparedWith(days("2026-10-01", "2026-10-28", { match_weekdays }))).toEqual([
			"2026-09-03T00:00",
			"2026-10-01T00:00",
		]);
		expect(
			comparedWith(days("2026-10-05", "2026-10-05", { match_weekdays, compare: "year" })),
		).toEqual(["2025-10-06T00:00", "2025-10-07T00:00"]);
	});

	it("the same dates a year before, the 28th of February for a 29th", () => {
		const compare = "year";
		expect(comparedWith(days("2026-10-05", "2026-10-06", { compare }))).toEqual([
			"2025-10-05T00:00",
			"2025-10-07T00:00",
		]);
		expect(comparedWith(days("2024-02-29", "2024-02-29", { compare }))).toEqual([
			"2023-02-28T00:00",
			"2023-03-01T00:00",
		]);
	});

	it.each([
		["2026-11-01", "2026-11-18", "2026-10-01T00:00", "2026-10-19T00:00"],
		["2026-03-01", "2026-03-31", "2026-02-01T00:00", "2026-03-01T00:00"],
		["2024-03-29", "2024-03-31", "2024-02-29T00:00", "2024-03-01T00:00"],
		["2026-01-15", "2026-02-14", "2025-12-15T00:00", "2026-01-15T00:00"],
	])("its own dates a month before, from %s to %s", (first, last, from, to) =>
		expect(comparedWith(days(first, last, { compare: "month" }))).toEqual([from, to]),
	);

	it.each([
		["2024-02-01", "2024-02-28", "2023-02-01T00:00", "2023-03-01T00:00"],
		["2024-02-28", "2024-02-28", "2023-02-28T00:00", "2023-03-01T00:00"],
		["2024-02-01", "2024-02-29", "2023-02-01T00:00", "2023-03-01T00:00"],
		["2024-02-29", "2024-03-31", "2023-02-28T00:00", "2023-04-01T00:00"],
		["2025-02-01", "2025-02-28", "2024-02-01T00:00", "2024-02-29T00:00"],
		["2025-03-01", "2025-03-31", "2024-03-01T00:00", "2024-04-01T00:00"],
		["2025-02-28", "2025-03-01", "2024-02-28T00:00", "2024-03-02T00:00"],
		["2025-01-01", "2025-12-31", "2024-01-01T00:00", "2025-01-01T00:00"],
		["2026-01-31", "2026-04-30", "2025-01-31T00:00", "2025-05-01T00:00"],
	])("its own dates a year before, from %s to %s", (first, last, from, to) =>
		expect(comparedWith(days(first, last, { compare: "year" }))).toEqual([from, to]),
	);

	it("the last moment of the same day a year before, if the next day has no date of its own", () =>
		expect(
			comparedWith(
				days("2024-02-01", "2024-02-28", { compare: "year" }),
				Date.parse("2024-02-28T23:59:59.999Z"),
			),
		).toEqual(["2023-02-01T00:00", "2023-03-01T00:00"]));

	it.each(["month", "year"])("every range of days a %s before, by the calendar", (compare) => {
		const START = Date.parse("2023-12-01");
		const dayOf = (number: number) =>
			new Date(START + number * 86_400_000).toISOString().slice(0, 10);
		fc.assert(
			fc.property(
				fc.oneof(fc.integer({ min: 85, max: 95 }), fc.integer({ min: 451, max: 461 })),
				fc.integer({ min: 0, max: 80 }),
				fc.constantFrom("UTC", "Europe/Berlin", "Pacific/Auckland"),
				(last, length, timeZone) => {
					const [start, end] = [dayOf(last - length), dayOf(last)];
					const asked = {
						...{ first: start, last: end, timeZone, now: NOW },
						...{ compare, matchesWeekdays: false },
					};
					const { from, to } = comparedPeriod(asked);
					const parameters = { ...days(start, end, { compare }), time_zone: timeZone };
					expect(comparedWith(parameters)).toEqual(
						[from, to].map((at) => new Date(at).toISOString().replace(":00.000Z", "")),
					);
				},
			),
		);
	});

	it("the time until the same time of day, if it is still running", () => {
		const until = "2026-11-13T14:30:00.001Z";
		expect(comparedWith(days("2026-11-14", "2026-11-20"))).toEqual(["2026-11-07T00:00", until]);
		expect(comparedWith(days("2026-11-16", "2026-11-22"))).toEqual(["2026-11-09T00:00", until]);
		expect(comparedWith(days("2026-11-20", "2026-11-20", { match_weekdays: "true" }))).toEqual([
			"2026-11-13T00:00",
			until,
		]);
		expect(
			comparedWith(days("2026-11-14", "2026-11-20", { compare: "2026-01-01..2026-01-07" })),
		).toEqual(["2026-01-01T00:00", "2026-01-07T14:30:00.001Z"]);
		expect(
			comparedWith(days("2026-11-14", "2026-11-20", { compare: "2026-01-01..2026-01-08" })),
		).toEqual(["2026-01-01T00:00", "2026-01-09T00:00"]);
	});

	it("days of their own length when the clocks change", () =>
		expect(
			comparedWith({ ...days("2026-03-30", "2026-03-30"), time_zone: "Europe/Berlin" }),
		).toEqual(["2026-03-28T23:00", "2026-03-29T22:00"]));

	it("a whole day when the clocks skip its midnight", () =>
		expect(
			comparedWith({ ...days("2026-04-24", "2026-04-24"), time_zone: "Africa/Cairo" }),
		).toEqual(["2026-04-22T22:00", "2026-04-23T22:00"]));

	it("the same number of hours before it, if it is given by times", () =>
		expect(
			comparedWith({
				start_datetime: "2026-11-20 06:00:00",
				end_datetime: "2026-11-20 12:00:00",
				compare: "previous",
			}),
		).toEqual(["2026-11-20T00:00", "2026-11-20T06:00"]));

	it("nothing if it has not begun", () =>
		expect(comparedWith(days("2026-12-01", "2026-12-02"))).toEqual([
			"2026-11-29T00:00",
			"2026-11-29T00:00",
		]));

	it.each(["last", "2026-01-01", "2026-01-02..2026-01-01", "2026-02-30..2026-03-01", ".."])(
		"an error for %j",
		(compare) =>
			expect(comparedWith(days("2026-10-05", "2026-10-06", { compare }))).toBe(
				`400 Invalid compare: ${compare}`,
			),
	);

	it("an error without both ends", () =>
		expect(comparedWith({ compare: "previous" })).toBe("400 compare needs a range with both ends"));
});
