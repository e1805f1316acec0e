import { expect, it } from "vitest";
import { bucketTitle, columnReading } from "./reading.ts";
import type { ChartData } from "./series.ts";
import { parseWallTime } from "./wall-time.ts";

const words = {
	noChange: "no change",
	fromZero: "new",
	points: (amount: string) => `${amount} pt`,
	soFar: (bucket: string) => `${bucket}, so far`,
	expected: "Expected",
	untilSameTime: "until the same time",
	inFull: "in full",
	again: (bucket: string) => `${bucket}, second time`,
};
const time = { locale: "en-GB", now: parseWallTime("2026-11-22 03:47:00") };
const context = { time, words, better: "higher" as const };

const data: ChartData = {
	unit: "count",
	bucket: "day",
	buckets: ["2026-11-21", "2026-11-22"].map(parseWallTime),
	lines: [{ name: "Sessions", values: [374, 39], projected: 352 }],
	previous: {
		buckets: ["2026-10-24", "2026-10-25"].map(parseWallTime),
		values: [292, 251],
		line: [292, 251],
	},
	unfinished: 1,
};

it("shows the day, its value, the day it is compared with and the change", () =>
	expect(columnReading(data, 0, context)).toEqual({
		title: "Sat 21 Nov",
		rows: [
			{ subject: 0, label: "Sat 21 Nov", value: "374" },
			{ subject: "previous", label: "Sat 24 Oct", value: "292" },
		],
		change: { direction: "up", tone: "good", text: "28%" },
	}));

it("shows today's current and projected counts, and compares neither", () =>
	expect(columnReading(data, 1, context)).toEqual({
		title: "Today, so far",
		rows: [
			{ subject: 0, label: "Today, so far", value: "39" },
			{ subject: "expected", label: "Expected", value: "352" },
			{ subject: "previous", label: "Sun 25 Oct", value: "251" },
		],
	}));

it("compares a day that is not over with the other one until the same time, and shows that one in full", () =>
	expect(
		columnReading(
			{
				...data,
				previous: {
					buckets: [0, Date.UTC(2026, 9, 25)],
					values: [292, 30],
					line: [292, 251],
					cut: 1,
				},
			},
			1,
			context,
		),
	).toMatchObject({
		rows: [
			{ subject: 0, value: "39" },
			{ subject: "expected", value: "352" },
			{ subject: "previous", label: "Sun 25 Oct, until the same time", value: "30" },
			{ subject: "whole", label: "Sun 25 Oct, in full", value: "251" },
		],
		change: { direction: "up", text: "30%" },
	}));

it("names each of several lines", () =>
	expect(
		columnReading(
			{
				unit: "count",
				bucket: "day",
				buckets: data.buckets,
				lines: [
					{ name: "Germany", values: [12, null] },
					{ name: "France", values: [null, 3] },
				],
			},
			0,
			context,
		),
	).toEqual({
		title: "Sat 21 Nov",
		rows: [
			{ subject: 0, label: "Germany", value: "12" },
			{ subject: 1, label: "France", value: "–" },
		],
	}));

it("names the second of two hours with the same time", () => {
	const walls = ["2026-10-25 02:00:00", "2026-10-25 02:00:01"].map(parseWallTime);
	expect(walls.map((wall) => bucketTitle(wall, "hour", time, words))).toEqual([
		"Sun 25 Oct 02:00",
		"Sun 25 Oct 02:00, second time",
	]);
});
