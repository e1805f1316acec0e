import type { EventStore } from "@footfall/store";
import {
	createReportComparison,
	findSegment,
	WITHIN_MS,
} from "@footfall/testing/model/compare-report";
import { openTestStore } from "@footfall/testing/model/event-store";
import * as reference from "@footfall/testing/model/insights";
import { createReportRunner } from "@footfall/testing/model/run-report";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WEEK_DAYS } from "../query/period.ts";

let store: EventStore;
let now = Date.parse("2027-06-01T12:00:00Z");
let ask: ReturnType<typeof createReportRunner>;
let check: ReturnType<typeof createReportComparison>;

beforeAll(async () => {
	store = await openTestStore();
	check = createReportComparison(store);
	ask = createReportRunner({ store, now: () => now, findSegment });
});
afterAll(async () => {
	await store.close();
});

const isAnything = () => true;
/** Step filters in the wire format, and the same as the reference takes them. */
const stepFilters: fc.Arbitrary<
	readonly [text: string, isWanted: (path: readonly string[]) => boolean]
> = fc.constantFrom(
	["", isAnything],
	["{}", isAnything],
	['{"0":"/"}', ([first]: readonly string[]) => first === "/"],
	['{"1":"/a/*"}', ([, second]: readonly string[]) => second === "/a/b"],
	[
		'{"0":"/**","1":"/*"}',
		([first, second]: readonly string[]) =>
			first !== undefined && second !== undefined && second !== "/" && second !== "/a/b",
	],
	['{"1":"**"}', isAnything],
);

describe("journeys", () => {
	it(
		"match the same paths computed by hand",
		() =>
			check(
				fc.record({ steps: fc.integer({ min: 2, max: 4 }), stepFilters }),
				async ({ site, events, parameters, question, more }) => {
					const [text, isWanted] = more.stepFilters;
					const answer = await ask(site, "/journeys", {
						...parameters,
						steps: String(more.steps),
						stepFilters: text,
					});
					expect(answer).toEqual(reference.journeys(events, question, more.steps, isWanted));
				},
			),
		WITHIN_MS,
	);

	it.each([
		[{ steps: "1" }, "steps must be a whole number from 2 to 10"],
		[{ steps: "11" }, "steps must be a whole number from 2 to 10"],
		[{ steps: "x" }, "steps must be a whole number from 2 to 10"],
		[{ limit: "0" }, "limit must be a whole number from 1 to 500"],
		[{ limit: "501" }, "limit must be a whole number from 1 to 500"],
	])("reject %j", (parameters, message) =>
		expect(ask(1, "/journeys", parameters)).rejects.toMatchObject({ status: 400, message }),
	);
	it.each(["{", "[]", '{"x":"/"}', '{"3":"/"}', '{"0":1}', '{"0":""}'])(
		"reject the step filters %s",
		(text) =>
			expect(ask(1, "/journeys", { stepFilters: text })).rejects.toMatchObject({
				status: 400,
				message:
					'Invalid stepFilters. Use JSON such as {"0":"/"}: the index of a step, from 0, and a path or pattern',
			}),
	);
});

describe("retention", () => {
	it(
		"matches the same cohorts computed by hand",
		() =>
			check(
				fc.record({
					mode: fc.constantFrom("day", "week", "month"),
					// Days in one 64-bit word, in two, and in the last of six.
					range: fc.constantFrom(7, 30, 70, 330),
					sinceDays: fc.integer({ min: -1, max: 12 }),
					// Half of the queries give no week start.
					weekStart: fc.oneof(fc.constant(undefined), fc.integer({ min: 0, max: 6 })),
				}),
				async ({ site, events, parameters, question, moment, more }) => {
					now = moment + more.sinceDays * 86_400_000;
					const { time_zone = "UTC", filters = "[]", segment_id = "" } = parameters;
					const answer = await ask(site, "/retention", {
						time_zone,
						filters,
						segment_id,
						mode: more.mode,
						range: String(more.range),
						week_start: WEEK_DAYS[more.weekStart ?? -1] ?? "",
					});
					expect(answer).toEqual({
						data: reference.retention(
							events,
							{ ...question, ...(more.weekStart !== undefined && { weekStart: more.weekStart }) },
							{ ...more, now },
						),
					});
				},
				// Visits days and weeks apart, so that people return.
				({ moment, events }) => ({
					moment,
					events: events.map((event) => ({
						...event,
						at: event.at + ((event.session * 5) % 16) * 86_400_000 - 8 * 86_400_000,
					})),
				}),
			),
		WITHIN_MS,
	);

	it.each([
		["1", 7],
		["-5", 7],
		["9999", 365],
		["", 90],
		["soon", 90],
	])("treats a range of %j days as %d", async (range, days) => {
		now = Date.parse("2026-11-20T12:00:00Z");
		expect(await ask(987_654, "/retention", { range })).toEqual({
			data: { cohorts: {}, maxPeriods: 0, mode: "week", range: days },
		});
	});
	it("rejects another mode", () =>
		expect(ask(1, "/retention", { mode: "year" })).rejects.toMatchObject({
			status: 400,
			message: "mode must be one of week, day, month",
		}));
});
