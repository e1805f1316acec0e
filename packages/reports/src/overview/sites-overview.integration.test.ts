import type { EventStore } from "@footfall/store";
import { createReportComparison, WITHIN_MS } from "@footfall/testing/model/compare-report";
import { openTestStore } from "@footfall/testing/model/event-store";
import * as reference from "@footfall/testing/model/sites-overview";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRunSql } from "../report/run-sql.ts";
import { eventTimesOf } from "./event-times.ts";
import { figuresOfSites } from "./sites-overview.ts";

const HOUR_MS = 3_600_000;
/** A site without any event. */
const SILENT = 9_000_001;

let store: EventStore;
beforeAll(async () => {
	store = await openTestStore();
});
afterAll(() => store.close());

describe("the figures of all sites", () => {
	it(
		"match the reference computed by hand",
		() =>
			createReportComparison(store)(
				fc.record({
					hours: fc.integer({ min: -48, max: 12 * 24 }),
					seconds: fc.nat(3599),
				}),
				async ({ site, events, parameters, moment, more: { hours, seconds } }) => {
					const timeZone = parameters["time_zone"] ?? "UTC";
					// The last millisecond of a second: the reference reads clocks that show seconds.
					const now = moment + hours * HOUR_MS + seconds * 1000 + 999;
					const figures = await figuresOfSites(createRunSql(store), [site, SILENT], {
						timeZone,
						now,
					});
					expect([...figures]).toEqual([
						[site, reference.siteFigures(events, timeZone, now)],
						[SILENT, reference.siteFigures([], timeZone, now)],
					]);
				},
			),
		WITHIN_MS,
	);

	it(
		"contain a site's first and last event",
		() =>
			createReportComparison(store)(fc.constant(undefined), async ({ site, events }) => {
				const times = events.map(({ at }) => at);
				const iso = (at: number) => (times.length === 0 ? null : new Date(at).toISOString());
				expect(await eventTimesOf(createRunSql(store), site)).toEqual({
					firstEventAt: iso(Math.min(...times)),
					lastEventAt: iso(Math.max(...times)),
				});
			}),
		WITHIN_MS,
	);

	it("are empty for no sites", async () => {
		const never = () => Promise.reject(new Error("The store was asked"));
		expect(await figuresOfSites(never, [], { timeZone: "UTC", now: 0 })).toEqual(new Map());
	});
});
