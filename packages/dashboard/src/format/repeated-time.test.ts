import { describe, expect, it } from "vitest";
import { repeatedTimes } from "./repeated-time.ts";
import { parseWallTime } from "./wall-time.ts";

const between = (first: string, last: string, zone: string) => {
	return repeatedTimes(parseWallTime(first), parseWallTime(last), zone).map((repeated) =>
		[repeated.at, repeated.from, repeated.to].map((time) =>
			new Date(time).toISOString().slice(0, 16),
		),
	);
};

describe("times that occur twice", () => {
	it("are the hour from two in Berlin in autumn", () => {
		const expected = [["2026-10-25T01:00", "2026-10-25T02:00", "2026-10-25T03:00"]];
		expect(between("2026-10-25", "2026-10-25 23:00", "Europe/Berlin")).toEqual(expected);
		expect(between("2026-10-01", "2026-10-31 23:00", "Europe/Berlin")).toEqual(expected);
	});

	it("are half an hour on Lord Howe Island in its autumn", () =>
		expect(between("2026-04-05", "2026-04-05 23:00", "Australia/Lord_Howe")).toEqual([
			["2026-04-04T15:00", "2026-04-05T01:30", "2026-04-05T02:00"],
		]));

	it("are found although clocks go forward again, as around Ramadan in Morocco", () =>
		expect(between("2026-02-01", "2026-04-01", "Africa/Casablanca")).toHaveLength(1));

	it("do not exist in spring, in summer, and where clocks never change", () => {
		expect(between("2026-03-29", "2026-03-29 23:00", "Europe/Berlin")).toEqual([]);
		expect(between("2026-07-01", "2026-07-14", "Europe/Berlin")).toEqual([]);
		expect(between("2026-10-25", "2026-10-25 23:00", "Asia/Kolkata")).toEqual([]);
	});
});
