import { type EventStore, rollUpDays } from "@footfall/store";
import {
	createReportComparison,
	findSegment,
	insertRolledUp,
	WITHIN_MS,
} from "@footfall/testing/model/compare-report";
import { funnel } from "@footfall/testing/model/conversions";
import { openTestStore } from "@footfall/testing/model/event-store";
import { retention } from "@footfall/testing/model/insights";
import { busier, squeeze, steps } from "@footfall/testing/model/random-conversions";
import { createReportRunner } from "@footfall/testing/model/run-report";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WEEK_DAYS } from "../query/period.ts";

const DAY_MS = 86_400_000;
let now = Date.parse("2027-06-01T12:00:00Z");

let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;
let check: ReturnType<typeof createReportComparison>;
beforeAll(async () => {
	store = await openTestStore();
	ask = createReportRunner({ store, now: () => now, findSegment });
	check = createReportComparison(store, now, insertRolledUp);
});
afterAll(async () => {
	await store.close();
});

describe("an insight on partly rolled-up days matches the same answer computed by hand", () => {
	it(
		"matches it for a funnel",
		() =>
			check(
				fc.record({ squeeze, steps, isOpen: fc.boolean() }),
				async ({ site, events, parameters, question, more: { steps, isOpen } }) => {
					const plain = isOpen ? {} : { ...parameters, filters: "[]", segment_id: "" };
					const asked = { ...question, ...(isOpen && { isInRange: () => true }), filters: [] };
					expect(await ask(site, "/funnels/analyze", plain, {}, { steps })).toEqual({
						data: funnel(events, asked, steps),
					});
				},
				busier,
			),
		WITHIN_MS,
	);
	it(
		"matches it for retention",
		() =>
			check(
				fc.record({
					mode: fc.constantFrom("day", "week"),
					range: fc.constantFrom(30, 70),
					weekStart: fc.integer({ min: 0, max: 6 }),
				}),
				async ({ site, events, parameters, question, moment, more }) => {
					const { mode, range, weekStart } = more;
					now = moment + 9 * DAY_MS;
					const { time_zone = "UTC" } = parameters;
					const asked = { ...question, filters: [], weekStart };
					const week_start = WEEK_DAYS[weekStart] ?? "";
					const given = { time_zone, mode, range: String(range), week_start };
					expect(await ask(site, "/retention", given)).toEqual({
						data: retention(events, asked, { mode, range, now }),
					});
				},
				// Visits days apart, and one that returns to the same session days later.
				({ moment, events }) => ({
					moment,
					events: events.map((event) => ({
						...event,
						at: event.at + ((event.user * 5 + (event.offset % 3)) % 16) * DAY_MS - 8 * DAY_MS,
					})),
				}),
			),
		WITHIN_MS,
	);
});

describe("of a rolled-up day", () => {
	const at = Date.parse("2026-03-10T10:00:00Z");
	const COLUMNS = ["site_id", "timestamp", "event_id", "type", "session_id", "identified_user_id"];
	/** One session each, of pageviews: how many ms after the day's morning, which page, and by whom. */
	const seal = async (
		site: number,
		sessions: readonly (readonly [afterMs: number, pathname: string, user: string])[][],
	) => {
		const rows = sessions.flatMap((views, session) =>
			views.map(([afterMs, pathname, user], view) => [
				...[site, at + afterMs, `${session}-${view}`, "pageview", `${session + 1}`, user],
				pathname,
			]),
		);
		await store.insert("events", [...COLUMNS, "pathname"], rows);
		await rollUpDays(store, { now: at + 3 * DAY_MS, leastEvents: 1 });
	};

	it("does not count two views within a second as two steps of a funnel", async () => {
		await seal(9101, [
			[
				[0, "/a", ""],
				[300, "/b", ""],
			],
			[
				[0, "/a", ""],
				[2000, "/b", ""],
			],
		]);
		const steps = ["/a", "/b"].map((value) => ({ type: "page", value }));
		expect(await ask(9101, "/funnels/analyze", {}, {}, { steps })).toMatchObject({
			data: [{ visitors: 2 }, { visitors: 1 }],
		});
	});

	it("sorts equally frequent journeys by their pages, however few are shown", async () => {
		const way = (...pages: string[]) => pages.map((page, at) => [at * 1000, page, ""] as const);
		await seal(9105, [way("/b", "/"), way("/a/b", "/"), way("/a", "/b"), way("/a")]);
		expect(await ask(9105, "/journeys", { limit: "2" })).toEqual({
			journeys: [
				{ path: ["/a", "/b"], count: 1, percentage: 25 },
				{ path: ["/a/b", "/"], count: 1, percentage: 25 },
			],
			// Of all journeys, listed or not.
			steps: [
				{
					count: 3,
					page_count: 3,
					pages: [
						{ page: "/a", count: 1 },
						{ page: "/a/b", count: 1 },
						{ page: "/b", count: 1 },
					],
				},
				{
					count: 3,
					page_count: 2,
					pages: [
						{ page: "/", count: 2 },
						{ page: "/b", count: 1 },
					],
				},
			],
		});
	});

	it("keeps a session in order that was active before it and after it", async () => {
		const HOUR_MS = 3_600_000;
		await seal(9107, [
			[
				[10 * HOUR_MS, "/a", ""],
				[26 * HOUR_MS, "/b", ""],
				[39 * HOUR_MS, "/c", ""],
			],
		]);
		const range = {
			start_datetime: "2026-03-10 12:00:00",
			end_datetime: "2026-03-12 12:00:00",
		};
		expect(await ask(9107, "/journeys", range)).toMatchObject({
			journeys: [{ path: ["/a", "/b", "/c"], count: 1, percentage: 100 }],
		});
		const exits = await ask(9107, "/metric", { ...range, parameter: "exit_page" });
		expect(exits).toMatchObject({ data: { data: [{ value: "/c", count: 1 }], totalCount: 1 } });
		const pages = await ask(9107, "/metric", { ...range, parameter: "pathname" });
		expect(pages).toMatchObject({
			data: {
				data: [
					{ value: "/a", time_on_page_seconds: 1800 },
					{ value: "/b", time_on_page_seconds: 1800 },
					{ value: "/c", time_on_page_seconds: 0 },
				],
			},
		});
	});
});
