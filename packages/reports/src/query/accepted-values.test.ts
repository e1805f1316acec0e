import { describe, expect, it } from "vitest";
import { ACCEPTED_BUCKETS, bucketOf } from "./bucket.ts";
import { dimensionOf, FILTER_PARAMETERS, NAMED_PARAMETERS } from "./dimensions.ts";
import { filtersOf } from "./filters.ts";
import { periodOf } from "./period.ts";

const detailsOf = (refused: () => unknown): unknown => {
	try {
		refused();
	} catch (error) {
		return (error as { fields: Record<string, unknown> }).fields["details"];
	}
	return undefined;
};

describe("a rejected parameter", () => {
	it("lists the valid buckets", () => {
		expect(detailsOf(() => bucketOf("hourly", "day"))).toEqual([ACCEPTED_BUCKETS]);
		expect(ACCEPTED_BUCKETS).toMatch(/^bucket: one of minute, .*, year$/);
	});

	it("explains the form of a time zone and of a day", () =>
		expect(
			detailsOf(() =>
				periodOf({ start_date: "2026-02-30", end_date: "2026-03-01", time_zone: "Berlin" }, 0),
			),
		).toEqual([
			"start_date: 2026-02-30 is not a valid date or time",
			"time_zone: an IANA name such as Europe/Berlin or UTC",
		]));

	it("lists the dimensions that a filter accepts", () => {
		const filters = JSON.stringify([{ parameter: "contry", type: "equals", value: ["DE"] }]);
		expect(detailsOf(() => filtersOf(filters))).toEqual([
			expect.stringMatching(
				/^filters\[0\]: unknown parameter "contry": use one of browser, .*country/,
			),
		]);
	});

	it("lists only what filters accept", () => {
		const named = NAMED_PARAMETERS.map((name) => name.replace(/<.*>/, "plan"));
		for (const parameter of [...FILTER_PARAMETERS, ...named])
			expect([parameter, dimensionOf(parameter)]).toEqual([parameter, expect.anything()]);
	});
});
