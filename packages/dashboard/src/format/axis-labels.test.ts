import { describe, expect, it } from "vitest";
import { axisLabels } from "./axis-labels.ts";
import { type Bucket, DAY_MS, HOUR_MS, parseWallTime } from "./wall-time.ts";

const now = parseWallTime("2026-11-22 03:47:00");
/** Each letter is 6.5 px wide. */
const widthOf = (text: string) => text.length * 6.5;
const spaceOf = (width: number, buckets: number) => ({
	width,
	xOf: (index: number) => (buckets > 1 ? index / (buckets - 1) : 0.5) * width,
	widthOf,
});
const labels = (
	start: string,
	count: number,
	stepMs: number,
	{ bucket = "day" as Bucket, width = 900, locale = "en-GB" } = {},
) =>
	axisLabels(
		Array.from({ length: count }, (_, index) => parseWallTime(start) + index * stepMs),
		bucket,
		{ locale, now },
		spaceOf(width, count),
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
		expect(labels("2026-10-26", 28, DAY_MS, { width: 170 })).toEqual([
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

describe("labels beside each other", () => {
	/** The ranges and buckets of the dashboard. */
	const SERIES: readonly [Bucket, number, number][] = [
		...[2, 3, 5, 7, 8, 10, 11, 14, 27, 28, 31, 62, 90, 100, 101, 200, 366].map(
			(count): [Bucket, number, number] => ["day", count, DAY_MS],
		),
		...[1, 24, 25, 48, 49, 7 * 24, 31 * 24].map((count): [Bucket, number, number] => [
			"hour",
			count,
			HOUR_MS,
		]),
		...[6, 30, 144, 288].map((count): [Bucket, number, number] => [
			"ten_minutes",
			count,
			HOUR_MS / 6,
		]),
		["minute", 60, HOUR_MS / 60],
		...[2, 5, 9, 29, 60].map((count): [Bucket, number, number] => ["week", count, 7 * DAY_MS]),
		...[3, 12, 13, 40].map((count): [Bucket, number, number] => ["month", count, 31 * DAY_MS]),
	];
	const placesOf = (
		width: number,
		bucket: Bucket,
		count: number,
		stepMs: number,
		locale: string,
	) => {
		const walls = Array.from(
			{ length: count },
			(_, index) => Math.floor(now / stepMs) * stepMs - (count - 1 - index) * stepMs,
		);
		const space = spaceOf(width, count);
		return axisLabels(walls, bucket, { locale, now }, space).map(({ index, text, edge }) => {
			const length = widthOf(text);
			const left =
				space.xOf(index) - { first: 0, last: length, centre: length / 2 }[edge ?? "centre"];
			return { text, left, right: left + length };
		});
	};

	it.each(["en-GB", "de"])(
		"never touch, and stay beside the plot, at any width in %s",
		(locale) => {
			const faults: string[] = [];
			for (let width = 230; width <= 1880; width += 13)
				for (const [bucket, count, stepMs] of SERIES) {
					const places = placesOf(width, bucket, count, stepMs, locale);
					const isClear = places.every(({ left, right }, position) => {
						const before = places[position - 1];
						return left >= 0 && right <= width && (!before || left - before.right >= 12);
					});
					const hasToday = bucket !== "day" || /^(Today|Heute)$/.test(places.at(-1)?.text ?? "");
					if (!isClear || !hasToday)
						faults.push(`${count} × ${bucket} on ${width} px: ${places.map(({ text }) => text)}`);
				}
			expect(faults).toEqual([]);
		},
	);

	it("leave out the one that would touch Today", () => {
		const [before, today] = placesOf(640, "day", 28, DAY_MS, "en-GB").slice(-2);
		expect([before?.text, today?.text]).toEqual(["16 Nov", "Today"]);
		expect(placesOf(640, "day", 35, DAY_MS, "en-GB").map(({ text }) => text)).toContain("16 Nov");
		expect(placesOf(180, "day", 10, DAY_MS, "en-GB").map(({ text }) => text)).toEqual([
			"Fri 13",
			"Tue 17",
			"Today",
		]);
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
		expect(axisLabels(walls, "hour", { locale: "en-GB", now }, spaceOf(900, 23))).toEqual([
			{ index: 0, text: "00", edge: "first" },
			{ index: 5, text: "06" },
			{ index: 11, text: "12" },
			{ index: 17, text: "18" },
		]);
	});
});

it("axis labels are months, with the year in January", () => {
	const walls = [10, 11, 12, 13].map((month) => Date.UTC(2025, month, 1));
	expect(
		axisLabels(walls, "month", { locale: "en-GB", now }, spaceOf(900, 4)).map(({ text }) => text),
	).toEqual(["Nov", "Dec", "Jan 2026", "Feb"]);
});

it("axis labels are empty without buckets", () =>
	expect(axisLabels([], "day", { locale: "en-GB", now }, spaceOf(900, 4))).toEqual([]));
