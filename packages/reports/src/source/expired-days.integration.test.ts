import { deleteExpired, type EventStore } from "@footfall/store";
import {
	createSettler,
	findSegment,
	insertRolledUp,
	runs,
	WITHIN_MS,
} from "@footfall/testing/model/compare-report";
import { openTestStore } from "@footfall/testing/model/event-store";
import { randomSites } from "@footfall/testing/model/random-site";
import { createReportRunner } from "@footfall/testing/model/run-report";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const DAY_MS = 86_400_000;
const KEPT_DAYS = 30;
/** A world is queried much more here than elsewhere, and loses days. */
const WORLDS = Math.ceil(runs().numRuns / 2);
/** One took 3 s beside other tests, and 10 s at a load of 16. */
const WORLD_WITHIN_MS = 30_000;
const REPORTS: readonly (readonly [path: string, parameters: Readonly<Record<string, string>>])[] =
	[
		["/overview", {}],
		["/overview/time-series", { bucket: "hour" }],
		["/journeys", { steps: "3" }],
		["/sessions", {}],
		["/events", {}],
		["/performance/overview", {}],
		...[
			"pathname",
			"entry_page",
			"exit_page",
			"channel",
			"country",
			"browser_version",
			"utm_source",
		].map((parameter) => ["/metric", { parameter }] as const),
	];

const now = Date.parse("2027-06-01T12:00:00Z");
let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;
beforeAll(async () => {
	store = await openTestStore();
	ask = createReportRunner({ store, now: () => now, findSegment });
});
afterAll(async () => {
	await store.close();
});

const day = (at: number) => new Date(at).toISOString().slice(0, 10);
const answersOf = (site: number, period: Readonly<Record<string, string>>) =>
	Promise.all(
		REPORTS.map(async ([path, parameters]) => [
			...[path, parameters],
			await ask(site, path, { ...parameters, ...period }),
		]),
	);

/** The number of a site that never had the events which the other site no longer keeps. */
const twinOf = (site: number) => 1_000_000 + site;

describe("a site with a retention of some days", () => {
	it(
		"reports those days as if nothing had been before, and no earlier ones; its neighbour reports all",
		() => {
			const settle = createSettler(store, insertRolledUp);
			return fc.assert(
				fc.asyncProperty(
					randomSites,
					fc.integer({ min: -1, max: 2 }),
					fc.boolean(),
					async (world, firstDay, isOpen) => {
						const { site, events } = await settle(world);
						const first = Math.floor(world.moment / DAY_MS) * DAY_MS + firstDay * DAY_MS;
						// The rest of a visit across the first midnight is a separate visit.
						const left = events.filter(({ at }) => at >= first);
						const twin = left.map((event) => ({ ...event, site: twinOf(site) }));
						if (twin.length > 0) await insertRolledUp(store, twin);
						const kept = {
							start_date: day(first),
							// A range without an end reads days that are not rolled up, too.
							end_date: day(isOpen ? now : first + DAY_MS),
							time_zone: "UTC",
							// Years of hours have more rows than a series may have.
							...(isOpen && { bucket: "day" }),
						};
						const gone = {
							start_date: day(first - 400 * DAY_MS),
							end_date: day(first - DAY_MS),
							time_zone: "UTC",
						};
						const before = [await answersOf(twinOf(site), kept), await answersOf(site + 1, {})];
						const none = await answersOf(987_654, gone);
						await deleteExpired(
							store,
							async () =>
								new Map([[site, { events: KEPT_DAYS, users: undefined, bots: undefined }]]),
							first + KEPT_DAYS * DAY_MS + 1,
						);
						expect([await answersOf(site, kept), await answersOf(site + 1, {})]).toEqual(before);
						expect(await answersOf(site, gone)).toEqual(none);
					},
				),
				{ ...runs(), numRuns: WORLDS },
			);
		},
		WITHIN_MS + WORLDS * WORLD_WITHIN_MS,
	);
});
