import type { EventStore } from "@footfall/store";
import {
	createReportComparison,
	findSegment,
	WITHIN_MS,
} from "@footfall/testing/model/compare-report";
import { openTestStore } from "@footfall/testing/model/event-store";
import * as reference from "@footfall/testing/model/performance";
import { activities, withActivities } from "@footfall/testing/model/random-activity";
import { createReportRunner } from "@footfall/testing/model/run-report";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;
let check: ReturnType<typeof createReportComparison>;

beforeAll(async () => {
	store = await openTestStore();
	check = createReportComparison(store);
	ask = createReportRunner({ store, now: () => Date.parse("2027-06-01T12:00:00Z"), findSegment });
});
afterAll(async () => {
	await store.close();
});

/** Numbers to nine digits: the order of rounding between two measurements is not guaranteed. */
const rounded = (answer: unknown): unknown =>
	JSON.parse(JSON.stringify(answer), (_, value) =>
		typeof value === "number" ? Number(value.toPrecision(9)) : value,
	);

describe("web vitals", () => {
	it(
		"match the reference computed by hand: overall, over time and by dimension",
		() =>
			check(
				fc.record({
					happened: activities("performance", "performance"),
					dimension: fc.constantFrom("pathname", "country", "browser", "region"),
					field: fc.constantFrom("event_count", "lcp_avg", "cls_p75", "inp_p50", "ttfb_p99"),
					order: fc.constantFrom("asc", "desc"),
					page: fc.constantFrom(1, 2),
					least: fc.constantFrom(undefined, 0, 2),
					isRated: fc.boolean(),
				}),
				async ({ site, events, parameters, question, bucket, times, more }) => {
					const { dimension, field, order, page, least, isRated } = more;
					const asked = { ...parameters, ratings: isRated ? "true" : "" };
					expect(rounded(await ask(site, "/performance/overview", asked))).toEqual(
						rounded({ data: reference.overview(events, question, isRated) }),
					);
					expect(
						rounded(await ask(site, "/performance/time-series", { ...asked, bucket })),
					).toEqual(
						rounded({ data: reference.series(events, question, { bucket, isRated }, times()) }),
					);
					const sorting = { field, order, isRated, ...(least !== undefined && { least }) };
					const rows = reference.byDimension(events, question, dimension, sorting);
					const answer = await ask(site, "/performance/by-dimension", {
						...asked,
						dimension,
						sort_by: field,
						sort_order: order,
						page: String(page),
						limit: "2",
						min_events: least?.toString() ?? "",
					});
					const data = rows.slice((page - 1) * 2, page * 2);
					expect(rounded(answer)).toEqual(rounded({ data: { data, totalCount: rows.length } }));
				},
				(world, { happened }) => withActivities(world, happened),
			),
		WITHIN_MS,
	);

	it(
		"are sorted by the share of a rating",
		() =>
			check(
				fc.record({
					happened: activities("performance", "performance"),
					field: fc.constantFrom("lcp_good", "ttfb_poor", "inp_needs_improvement"),
					order: fc.constantFrom("asc", "desc"),
				}),
				async ({ site, events, parameters, question, more: { field, order } }) => {
					const sorting = { field, order, isRated: true };
					const data = reference.byDimension(events, question, "pathname", sorting);
					const answer = await ask(site, "/performance/by-dimension", {
						...parameters,
						dimension: "pathname",
						sort_by: field,
						sort_order: order,
						ratings: "true",
					});
					expect(rounded(answer)).toEqual(rounded({ data: { data, totalCount: data.length } }));
				},
				(world, { happened }) => withActivities(world, happened),
			),
		WITHIN_MS,
	);

	it("are not sorted by a share that was not requested", async () =>
		await expect(
			ask(1, "/performance/by-dimension", { dimension: "pathname", sort_by: "lcp_poor" }),
		).rejects.toThrow("sort_by must be one of"));

	it("are interpolated linearly between two measurements", () =>
		expect(reference.percentile([100, 200], 0.75)).toBe(175));
});
