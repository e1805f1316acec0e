import { describe, expect, it } from "vitest";
import { type Bucket, bucketOf, bucketsOf } from "./bucket.ts";

const between = (from: string, to: string, timeZone: string, bucket: Bucket) =>
	bucketsOf({ from: Date.parse(from), to: Date.parse(to), timeZone }, bucket);

describe("a bucket", () => {
	it("has a default", () => expect(bucketOf(undefined, "day")).toBe("day"));
	it("is rejected by name when it is unknown", () =>
		expect(() => bucketOf("fortnight", "hour")).toThrow("Invalid bucket value: fortnight"));
});

describe("the buckets of a range", () => {
	it("are unknown without both ends", () =>
		expect(bucketsOf({ from: 0, to: undefined, timeZone: "UTC" }, "day")).toBeUndefined());

	it("are empty for an empty range", () =>
		expect(between("2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z", "UTC", "day")).toEqual([]));

	it("begin with the one that contains the first instant and end before the last", () =>
		expect(between("2026-01-01T10:59:59Z", "2026-01-01T12:00:00Z", "UTC", "hour")).toEqual([
			"2026-01-01 10:00:00",
			"2026-01-01 11:00:00",
		]));

	it("omit the hour that the clocks skip", () =>
		expect(
			between("2026-03-29T00:00:00Z", "2026-03-29T02:00:00Z", "Europe/Berlin", "hour"),
		).toEqual(["2026-03-29 01:00:00", "2026-03-29 03:00:00"]));

	it("list a repeated hour only once", () =>
		expect(
			between("2026-10-25T00:00:00Z", "2026-10-25T03:00:00Z", "Europe/Berlin", "hour"),
		).toEqual(["2026-10-25 02:00:00", "2026-10-25 03:00:00"]));

	it("keep an hour of which the clocks skip half", () =>
		expect(
			between("2026-10-03T15:00:00Z", "2026-10-03T16:30:00Z", "Australia/Lord_Howe", "hour"),
		).toEqual(["2026-10-04 01:00:00", "2026-10-04 02:00:00", "2026-10-04 03:00:00"]));

	it("start weeks on Sunday and cross the year boundary", () =>
		expect(between("2025-12-31T00:00:00Z", "2026-01-05T00:00:00Z", "UTC", "week")).toEqual([
			"2025-12-28 00:00:00",
			"2026-01-04 00:00:00",
		]));

	it("start weeks on the day that the period specifies", () => {
		const week = (weekStart: number) => {
			const [from, to] = ["2025-12-31T00:00:00Z", "2026-01-05T00:00:00Z"].map(Date.parse);
			return bucketsOf({ from, to, timeZone: "UTC", weekStart }, "week");
		};
		expect(week(1)).toEqual(["2025-12-29 00:00:00"]);
		expect(week(6)).toEqual(["2025-12-27 00:00:00", "2026-01-03 00:00:00"]);
	});
	it.each<[Bucket, string[]]>([
		["month", ["2025-12-01 00:00:00", "2026-01-01 00:00:00"]],
		["year", ["2025-01-01 00:00:00", "2026-01-01 00:00:00"]],
		["day", ["2025-12-31 00:00:00", "2026-01-01 00:00:00"]],
	])("follow the wall clock of a half-hour zone: %s", (bucket, expected) =>
		expect(between("2025-12-31T18:00:00Z", "2025-12-31T19:00:00Z", "Asia/Kolkata", bucket)).toEqual(
			expected,
		),
	);

	it.each<[string, string, Bucket, Bucket]>([
		["2026-01-01T00:00:00Z", "2026-05-15T00:00:00Z", "minute", "ten_minutes"],
		["2026-01-01T00:00:00Z", "2026-12-31T00:00:00Z", "five_minutes", "hour"],
		["1970-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "hour", "week"],
		["1970-01-01T00:00:00Z", "2100-01-01T00:00:00Z", "minute", "week"],
	])(
		"from %s to %s are too many of a %s, and the error suggests %s",
		(from, to, bucket, fitting) => {
			expect(() => between(from, to, "UTC", bucket)).toThrow(
				`A series has at most 20000 rows, and this range has more with bucket ${bucket}: use bucket ${fitting}, or a shorter range`,
			);
			expect(between(from, to, "UTC", fitting)?.length).toBeLessThan(20_010);
		},
	);

	it("are few enough for a week of minutes and two years of hours", () => {
		expect(between("2026-01-01T00:00:00Z", "2026-01-08T00:00:00Z", "UTC", "minute")).toHaveLength(
			10_080,
		);
		expect(between("2024-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "UTC", "hour")).toHaveLength(
			17_544,
		);
	});
});
