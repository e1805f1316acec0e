import { describe, expect, it } from "vitest";
import { axisLabels } from "./axis-labels.ts";
import { type Bucket, DAY_MS, HOUR_MS, parseWallTime } from "./wall-time.ts";

const now = parseWallTime("2026-11-22 03:47:00");
const labels = (
	start: string,
	count: number,
	stepMs: number,
	{ bucket = "day" as Bucket, most = 12, locale = "en-GB" } = {},
) =>
	axisLabels(
		Array.from({ length: count }, (_, index) => parseWallTime(start) + index * stepMs),
		bucket,
		{ locale, now },
		most,
	).map(({ index, text }) => `${index} ${text}`);

describe("labels of days", () => {
	it("mark Mondays, and the last reads Today", () =>
		expect(labels("2026-10-26", 28, DAY_MS)).toEqual([
			"0 26 Oct",
			"7 2 Nov",
			"14 9 Nov",
			"21 16 Nov",
			"27 Today",
		]));

	it("mark every second Monday when space is short", () =>
		expect(labels("2026-10-26", 28, DAY_MS, { most: 3 })).toEqual([
			"0 26 Oct",
			"14 9 Nov",
			"27 Today",
		]));

	it("do not include Today when the range ends earlier", () =>
		expect(labels("2026-10-26", 26, DAY_MS).at(-1)).toBe("21 16 Nov"));

	it("mark every day of a week, and the first of each month in a long range", () => {
		expect(labels("2026-11-09", 7, DAY_MS)[2]).toBe("2 Wed 11");
		expect(labels("2026-05-03", 150, DAY_MS)).toEqual(["29 Jun", "59 Jul", "90 Aug", "121 Sept"]);
	});
});

describe("labels of hours", () => {
	it("mark every sixth hour of a day", () =>
		expect(labels("2026-11-21 00:00:00", 24, HOUR_MS, { bucket: "hour" })).toEqual([
			"0 00",
			"6 06",
			"12 12",
			"18 18",
		]));

	it("have no suffix in German", () =>
		expect(labels("2026-11-21 00:00:00", 24, HOUR_MS, { bucket: "hour", locale: "de" })[1]).toBe(
			"6 06",
		));

	it("mark midnights over several days", () =>
		expect(labels("2026-11-10 12:00:00", 72, HOUR_MS, { bucket: "hour" })).toEqual([
			"12 11 Nov",
			"36 12 Nov",
			"60 13 Nov",
		]));

	it("keep their hour on a day that lacks one", () => {
		const walls = Array.from({ length: 24 }, (_, hour) => hour)
			.filter((hour) => hour !== 2)
			.map((hour) => parseWallTime("2026-03-29") + hour * HOUR_MS);
		expect(axisLabels(walls, "hour", { locale: "en-GB", now }, 12)).toEqual([
			{ index: 0, text: "00" },
			{ index: 5, text: "06" },
			{ index: 11, text: "12" },
			{ index: 17, text: "18" },
		]);
	});
});

it("axis labels are months, with the year in January", () => {
	const walls = [10, 11, 12, 13].map((month) => Date.UTC(2025, month, 1));
	expect(axisLabels(walls, "month", { locale: "en-GB", now }, 12).map(({ text }) => text)).toEqual([
		"Nov",
		"Dec",
		"Jan 2026",
		"Feb",
	]);
});

it("axis labels are empty without buckets", () =>
	expect(axisLabels([], "day", { locale: "en-GB", now }, 12)).toEqual([]));
