import { describe, expect, it } from "vitest";
import { bucketText, dateRangeText, dateText, momentText, todayText } from "./time.ts";
import { endOfBucket, parseWallTime, wallTimeOf } from "./wall-time.ts";

const now = parseWallTime("2026-11-22 03:47:00");
const british = { locale: "en-GB", now };

describe("wall times", () => {
	it("reads what the API returns", () => {
		expect(parseWallTime("2026-11-22 03:47:08")).toBe(Date.UTC(2026, 10, 22, 3, 47, 8));
		expect(parseWallTime("2026-11-22")).toBe(Date.UTC(2026, 10, 22));
		expect(parseWallTime("soon")).toBeNaN();
	});

	it.each([
		["Pacific/Kiritimati", "2026-11-22 16:47:00"],
		["America/St_Johns", "2026-11-21 23:17:00"],
		["Asia/Kathmandu", "2026-11-22 08:32:00"],
		["UTC", "2026-11-22 02:47:00"],
	])("shows the clock of %s", (zone, wall) =>
		expect(wallTimeOf(Date.UTC(2026, 10, 22, 2, 47), zone)).toBe(parseWallTime(wall)),
	);

	it("shows the repeated hour twice, and never the skipped one", () => {
		const autumn = [0, 1].map((hour) =>
			wallTimeOf(Date.UTC(2026, 9, 25, hour, 30), "Europe/Berlin"),
		);
		expect(new Set(autumn)).toEqual(new Set([parseWallTime("2026-10-25 02:30:00")]));
		expect(wallTimeOf(Date.UTC(2026, 2, 29, 0, 59), "Europe/Berlin")).toBe(
			parseWallTime("2026-03-29 01:59:00"),
		);
		expect(wallTimeOf(Date.UTC(2026, 2, 29, 1, 0), "Europe/Berlin")).toBe(
			parseWallTime("2026-03-29 03:00:00"),
		);
	});

	it.each([
		["hour", "2026-11-22 03:00:00", "2026-11-22 04:00:00"],
		["week", "2026-12-27 00:00:00", "2027-01-03 00:00:00"],
		["month", "2026-12-01 00:00:00", "2027-01-01 00:00:00"],
		["month", "2028-02-01 00:00:00", "2028-03-01 00:00:00"],
		["year", "2026-01-01 00:00:00", "2027-01-01 00:00:00"],
	] as const)("finds the end of a %s", (bucket, start, end) =>
		expect(endOfBucket(parseWallTime(start), bucket)).toBe(parseWallTime(end)),
	);
});

describe("dates", () => {
	const day = parseWallTime("2026-10-26");

	it("leaves out the current year", () => {
		expect(dateText(day, british)).toBe("26 Oct");
		expect(dateText(day, british, { isAlone: true })).toBe("26 Oct 2026");
		expect(dateText(parseWallTime("2025-10-26"), british)).toBe("26 Oct 2025");
	});

	it.each([
		["en-GB", "26 Oct – 22 Nov"],
		["en-US", "Oct 26 – Nov 22"],
		["de", "26. Okt. – 22. Nov."],
	])("formats a range with a dash in %s", (locale, text) =>
		expect(dateRangeText(day, now, { locale, now })).toBe(text),
	);

	it("shows the year of a range that stands alone or is in another year", () => {
		expect(dateRangeText(day, now, british, { isAlone: true })).toBe("26 Oct – 22 Nov 2026");
		expect(dateRangeText(parseWallTime("2025-12-30"), parseWallTime("2026-01-02"), british)).toBe(
			"30 Dec 2025 – 2 Jan 2026",
		);
		expect(dateRangeText(day, day, british)).toBe("26 Oct");
	});

	it.each([
		["hour", "2026-11-11 14:00:00", "Wed 11 Nov 14:00"],
		["day", "2026-11-11", "Wed 11 Nov"],
		["week", "2026-11-08", "8 – 14 Nov"],
		["month", "2026-11-01", "Nov 2026"],
		["year", "2026-01-01", "2026"],
	] as const)("names a %s", (bucket, start, text) =>
		expect(bucketText(parseWallTime(start), bucket, british)).toBe(text),
	);
});

describe("moments", () => {
	const context = {
		locale: "en-GB",
		timeZone: "Europe/Berlin",
		now: Date.UTC(2026, 10, 22, 2, 47),
	};

	it.each([
		[Date.UTC(2026, 10, 22, 2, 41), "Today 03:41"],
		[Date.UTC(2026, 10, 21, 23, 5), "Today 00:05"],
		[Date.UTC(2026, 10, 21, 22, 59), "21 Nov 23:59"],
		[Date.UTC(2025, 10, 21, 22, 59), "21 Nov 2025 23:59"],
	])("formats %d as %s", (instant, text) => expect(momentText(instant, context)).toBe(text));

	it("has seconds on request", () =>
		expect(momentText(Date.UTC(2026, 10, 22, 2, 47, 7), context, { seconds: true })).toBe(
			"Today 03:47:07",
		));

	it("is lower case within a sentence", () => {
		const at = Date.UTC(2026, 10, 22, 2, 47);
		expect(momentText(at, context, { isWithin: true })).toBe("today 03:47");
		expect(momentText(at, { ...context, locale: "de" }, { isWithin: true })).toBe("heute 03:47");
	});

	it("uses the zone to decide what today is", () =>
		expect(
			momentText(Date.UTC(2026, 10, 22, 9, 0), { ...context, timeZone: "Pacific/Kiritimati" }),
		).toBe("Today 23:00"));

	it("says today in the viewer's language", () => {
		expect(todayText("en")).toBe("Today");
		expect(todayText("de")).toBe("Heute");
		expect(todayText("tr")).toBe("Bugün");
	});
});
