import { describe, expect, it } from "vitest";
import type { QueryParameters } from "../api/site-reports.ts";
import { type HourlyParameters, withRepeatedHours } from "./repeated-hours.ts";

const NOW = Date.parse("2026-11-27T12:00:00Z");

/** Splits a series whose parts have the given counts; returns the requested instants, too. */
const split = async (
	times: readonly string[],
	parameters: HourlyParameters,
	parts: readonly (readonly [string, number])[][],
	now = NOW,
) => {
	const asked: QueryParameters[] = [];
	const answer = await withRepeatedHours(
		{ data: times.map((time, index) => ({ time, sessions: 9, previous: { sessions: index } })) },
		parameters,
		{
			now,
			ask: async (one) => {
				asked.push(one);
				const rows = parts[asked.length - 1] ?? [];
				return { data: rows.map(([time, sessions]) => ({ time, sessions })) };
			},
		},
	);
	return { asked, rows: answer.data.map(({ time, sessions }) => `${time} ${sessions}`), answer };
};

const BERLIN = { bucket: "hour", time_zone: "Europe/Berlin" } as const;
const HOURS = ["2026-10-25 01:00:00", "2026-10-25 02:00:00", "2026-10-25 03:00:00"];

describe("an hour that occurs twice", () => {
	it("has two rows, each requested by its instants, and the first keeps the comparison", async () => {
		const { asked, rows, answer } = await split(
			HOURS,
			{ ...BERLIN, start_date: "2026-10-25", end_date: "2026-10-25", compare: "weekdays" },
			[[["2026-10-25 02:00:00", 4]], [["2026-10-25 02:00:00", 5]]],
		);
		expect(asked).toEqual([
			{ ...BERLIN, start_datetime: "2026-10-25 00:00:00", end_datetime: "2026-10-25 01:00:00" },
			{ ...BERLIN, start_datetime: "2026-10-25 01:00:00", end_datetime: "2026-10-25 02:00:00" },
		]);
		expect(rows).toEqual([
			"2026-10-25 01:00:00 9",
			"2026-10-25 02:00:00 4",
			"2026-10-25 02:00:01 5",
			"2026-10-25 03:00:00 9",
		]);
		expect(answer.data.map(({ previous }) => previous?.sessions)).toEqual([0, 1, undefined, 2]);
	});

	it("of which half is repeated is as long as it was, and then half an hour", async () => {
		const { asked, rows } = await split(
			["2026-04-05 00:00:00", "2026-04-05 01:00:00", "2026-04-05 02:00:00"],
			{ bucket: "hour", time_zone: "Australia/Lord_Howe", start_date: "2026-04-05" },
			[[["2026-04-05 01:00:00", 6]], [["2026-04-05 01:00:00", 3]]],
		);
		expect(asked.map(({ start_datetime, end_datetime }) => [start_datetime, end_datetime])).toEqual(
			[
				["2026-04-04 14:00:00", "2026-04-04 15:00:00"],
				["2026-04-04 15:00:00", "2026-04-04 15:30:00"],
			],
		);
		expect(rows[1]).toBe("2026-04-05 01:00:00 6");
		expect(rows[2]).toBe("2026-04-05 01:00:01 3");
	});

	it("is one row before the clocks go back, and within hours that begin afterwards", async () => {
		const before = Date.parse("2026-10-25T00:30:00Z");
		expect((await split(HOURS.slice(0, 2), BERLIN, [], before)).asked).toEqual([]);
		const parameters = { ...BERLIN, past_minutes_start: 1440, past_minutes_end: 0 };
		const dayLater = Date.parse("2026-10-26T01:10:00Z");
		expect((await split(HOURS.slice(1), parameters, [], dayLater)).asked).toEqual([]);
	});

	it("is not looked for on other days", async () => {
		const { asked, rows } = await split(["2026-10-24 02:00:00"], BERLIN, []);
		expect(asked).toEqual([]);
		expect(rows).toEqual(["2026-10-24 02:00:00 9"]);
	});
});
