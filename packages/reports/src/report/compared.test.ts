import { describe, expect, it } from "vitest";
import type { Bucket } from "../query/bucket.ts";
import { periodOf } from "../query/period.ts";
import type { ReportQuery } from "../query/report-query.ts";
import { comparedSeries } from "./compared.ts";

const now = Date.parse("2026-11-26T12:30:00Z");
const instantText = (instant: number | undefined) => new Date(instant ?? 0).toISOString();

/** The ranges that a compared series reads, in order: its own, the other one, and that one's last bucket. */
const rangesRead = async (
	parameters: Record<string, string>,
	bucket: Bucket,
	compare = "previous",
) => {
	const ranges: string[] = [];
	const query: ReportQuery = {
		period: periodOf({ time_zone: "Europe/Berlin", ...parameters }, now),
		filters: [],
		pseudonyms: undefined,
	};
	await comparedSeries({ query, given: { compare }, now }, bucket, async (context) => {
		const { from, to } = context.query.period;
		ranges.push(`${instantText(from)} ${instantText(to)}`);
		return [];
	});
	return ranges;
};

const lastWeek = { start_date: "2026-11-20", end_date: "2026-11-26" };
const thisMonth = { start_date: "2026-11-01", end_date: "2026-11-26" };

describe("the last bucket of a comparison that is cut at this time of day", () => {
	it.each<[Bucket, object, string, string]>([
		["hour", lastWeek, "previous", "2026-11-19T12:00:00.000Z 2026-11-19T13:00:00.000Z"],
		["day", lastWeek, "previous", "2026-11-18T23:00:00.000Z 2026-11-19T23:00:00.000Z"],
		["week", lastWeek, "previous", "2026-11-14T23:00:00.000Z 2026-11-21T23:00:00.000Z"],
		["month", thisMonth, "month", "2026-09-30T22:00:00.000Z 2026-10-31T23:00:00.000Z"],
		["year", thisMonth, "year", "2025-10-31T23:00:00.000Z 2025-12-31T23:00:00.000Z"],
	])("is read to its end by %s", async (bucket, parameters, compare, range) =>
		expect((await rangesRead({ ...parameters }, bucket, compare))[2]).toBe(range),
	);

	it("is read to its end by ten minutes in the last hour", async () =>
		expect(
			(await rangesRead({ past_minutes_start: "55", past_minutes_end: "0" }, "ten_minutes"))[2],
		).toBe("2026-11-26T11:30:00.000Z 2026-11-26T11:40:00.000Z"));

	it.each<[string, object, Bucket, string]>([
		["a range that is over", { ...lastWeek, end_date: "2026-11-25" }, "day", "previous"],
		["a bucket that is not over", lastWeek, "month", "previous"],
		["chosen days of another length", lastWeek, "week", "2026-10-01..2026-10-02"],
	])("is not read again for %s", async (_, parameters, bucket, compare) =>
		expect(await rangesRead({ ...parameters }, bucket, compare)).toHaveLength(2),
	);
});
