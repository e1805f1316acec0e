import { describe, expect, it } from "vitest";
import type { DateRange } from "../../router/range.ts";
import { bucketChoice, rangeOfBucket } from "./chart-range.ts";

const NOW = Date.parse("2026-11-22T14:00:00Z");
const ZONE = "Europe/Berlin";
const wall = (text: string) => Date.parse(`${text}Z`);
const days = (count: number): DateRange => ({ kind: "days", count });
const dates = (first: string, last: string): DateRange => ({ kind: "dates", first, last });

describe("the bucket", () => {
	it("is the URL's if it suits the range", () =>
		expect(bucketChoice(days(28), "week", NOW, ZONE)).toEqual({
			buckets: ["hour", "day", "week"],
			bucket: "week",
		}));
	it("is the default if the URL's would be far too fine", () =>
		expect(bucketChoice(days(28), "minute", NOW, ZONE).bucket).toBe("day"));
});

describe("a click on a bucket", () => {
	const narrowed = (at: string, bucket: "hour" | "day" | "week" | "month", range: DateRange) =>
		rangeOfBucket(wall(at), bucket, { range, now: NOW, timeZone: ZONE });
	it("narrows the period to its day", () =>
		expect(narrowed("2026-11-04T00:00:00", "day", days(28))).toEqual(
			dates("2026-11-04", "2026-11-04"),
		));
	it("narrows the period to the day of its hour", () =>
		expect(narrowed("2026-11-18T17:00:00", "hour", days(7))).toEqual(
			dates("2026-11-18", "2026-11-18"),
		));
	it("narrows the period to the days of its week within it", () => {
		expect(narrowed("2026-10-26T00:00:00", "week", days(26))).toEqual(
			dates("2026-10-28", "2026-11-01"),
		);
		expect(narrowed("2026-11-16T00:00:00", "week", days(28))).toEqual(
			dates("2026-11-16", "2026-11-22"),
		);
	});
	it("narrows the period to its month up to today", () =>
		expect(narrowed("2026-11-01T00:00:00", "month", { kind: "all" })).toEqual(
			dates("2026-11-01", "2026-11-22"),
		));
	it("does nothing if the period would stay the same", () =>
		expect(narrowed("2026-11-22T09:00:00", "hour", { kind: "today" })).toBeUndefined());
});
