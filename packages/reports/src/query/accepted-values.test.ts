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

describe("a refused parameter", () => {
	it("says which buckets there are", () => {
		expect(detailsOf(() => bucketOf("hourly", "day"))).toEqual([ACCEPTED_BUCKETS]);
		expect(ACCEPTED_BUCKETS).toMatch(/^bucket: one of minute, .*, year$/);
	});

	it("says what a time zone is and which day is none", () =>
		expect(
			detailsOf(() =>
				periodOf({ start_date: "2026-02-30", end_date: "2026-03-01", time_zone: "Berlin" }, 0),
			),
		).toEqual([
			"start_date: 2026-02-30 is in no calendar or on no clock",
			"time_zone: an IANA name such as Europe/Berlin or UTC",
		]));

	it("says what a filter may be about", () => {
		const filters = JSON.stringify([{ parameter: "contry", type: "equals", value: ["DE"] }]);
		expect(detailsOf(() => filtersOf(filters))).toEqual([
			expect.stringMatching(
				/^filters\[0\]: unknown parameter "contry": use one of browser, .*country/,
			),
		]);
	});

	it("names only what filters accept", () => {
		const named = NAMED_PARAMETERS.map((name) => name.replace(/<.*>/, "plan"));
		for (const parameter of [...FILTER_PARAMETERS, ...named])
			expect([parameter, dimensionOf(parameter)]).toEqual([parameter, expect.anything()]);
	});
});
