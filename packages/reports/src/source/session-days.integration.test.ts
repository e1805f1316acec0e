import { deleteImport, deletePerson, type EventStore, rollUpDays } from "@footfall/store";
import {
	createReportComparison,
	findSegment,
	insertRolledUp,
	WITHIN_MS,
} from "@footfall/testing/model/compare-report";
import { openTestStore } from "@footfall/testing/model/event-store";
import * as reference from "@footfall/testing/model/expected";
import { journeys } from "@footfall/testing/model/insights";
import { createReportRunner } from "@footfall/testing/model/run-report";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const DAY_MS = 86_400_000;
const now = Date.parse("2027-06-01T12:00:00Z");

const BREAKDOWNS = [
	"pathname",
	"page_title",
	"entry_page",
	"exit_page",
	"channel",
	"referrer",
	"country",
	"city",
	"browser_version",
	"operating_system_version",
	"utm_source",
	"utm_campaign",
	"hostname",
	"language",
	"dimensions",
];

let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;
const open = async () => {
	store = await openTestStore();
	ask = createReportRunner({ store, now: () => now, findSegment });
};
beforeAll(open, 60_000);
afterAll(async () => {
	await store.close();
});

describe("a report on partly rolled-up days matches the same answer computed by hand", () => {
	it(
		"matches it for the overview, over time, breakdowns and journeys",
		() =>
			createReportComparison(
				store,
				now,
				insertRolledUp,
			)(
				fc.subarray(BREAKDOWNS, { minLength: 2, maxLength: 2 }),
				async ({ site, events, parameters, question, bucket, times, more: breakdowns }) => {
					expect(await ask(site, "/overview", parameters)).toEqual({
						data: reference.overview(events, question),
					});
					expect(await ask(site, "/overview/time-series", { ...parameters, bucket })).toEqual({
						data: reference.overviewSeries(events, question, bucket, times()),
					});
					for (const parameter of breakdowns) {
						const rows = reference.metric(events, question, parameter);
						expect([parameter, await ask(site, "/metric", { ...parameters, parameter })]).toEqual([
							parameter,
							{ data: { data: rows, totalCount: rows.length } },
						]);
					}
					expect(await ask(site, "/journeys", { ...parameters, steps: "3" })).toEqual(
						journeys(events, question, 3, () => true),
					);
				},
			),
		WITHIN_MS,
	);
});

describe("a rolled-up day", () => {
	// In the store of the random sites, which has many small parts left, each change of a table takes seconds.
	beforeAll(async () => {
		await store.close();
		await open();
	});

	const IMPORT = "00000000-0000-4000-8000-000000000001";
	const at = Date.parse("2026-03-10T10:00:00Z");
	const insert = (site: number, ids: readonly string[], source = "log") =>
		store.insert(
			"events",
			["site_id", "timestamp", "event_id", "type", "session_id", "user_id", "source"],
			ids.map((id, index) => [site, at + index * 1000, id, "pageview", "7", "9", source]),
		);
	const rollUpAll = () => rollUpDays(store, { now: at + 3 * DAY_MS, leastEvents: 1 });
	const pageviewsOf = async (site: number) => {
		const range = { start_date: "2026-03-09", end_date: "2026-03-11", time_zone: "UTC" };
		const { data } = (await ask(site, "/overview", range)) as { data: { pageviews: number } };
		return data.pageviews;
	};

	it("is rolled up once, and again after a late event, which counts immediately", async () => {
		// Days of other sites that may still be unsealed are not counted.
		await rollUpAll();
		await insert(9001, ["a", "b"]);
		expect(await rollUpAll()).toBe(1);
		expect(await rollUpAll()).toBe(0);
		expect(await pageviewsOf(9001)).toBe(2);
		await insert(9001, ["late"]);
		expect(await pageviewsOf(9001)).toBe(3);
		expect(await rollUpAll()).toBe(1);
		expect(await pageviewsOf(9001)).toBe(3);
	});

	it("is rolled up years later when events arrive in it, and again for more of them, without changing any figure", async () => {
		const old = Date.parse("2003-07-08T23:50:00Z");
		const backfill = (ids: readonly string[], minutes: number) =>
			store.insert(
				"events",
				["site_id", "timestamp", "received_at", "event_id", "type", "session_id", "user_id"],
				ids.map((id, index) => [
					...[9010, old + (minutes + index) * 60_000, at, id, "pageview", "7", "9"],
				]),
			);
		const range = { start_date: "2003-07-01", end_date: "2003-07-31", time_zone: "UTC" };
		const figures = async () => [
			await ask(9010, "/overview", range),
			await ask(9010, "/overview/time-series", { ...range, bucket: "day" }),
			await ask(9010, "/users", range),
		];
		await rollUpAll();
		await backfill(["a", "b", "c"], 0);
		const before = await figures();
		expect(before[0]).toMatchObject({ data: { sessions: 1, pageviews: 3, users: 1 } });
		expect(await rollUpAll()).toBe(1);
		expect(await figures()).toEqual(before);
		// Across midnight: a second day, with a session on both.
		await backfill(["d", "e"], 8);
		const extended = await figures();
		expect(extended[0]).toMatchObject({ data: { sessions: 1, pageviews: 5, users: 1 } });
		expect(await rollUpAll()).toBeGreaterThan(0);
		expect(await figures()).toEqual(extended);
	});

	it("is answered from its visits", async () => {
		await insert(9003, ["a", "b"]);
		await rollUpAll();
		await store.command(
			"ALTER TABLE visits UPDATE exit_page = '/made' WHERE site_id = 9003 SETTINGS mutations_sync = 1",
		);
		const { data } = (await ask(9003, "/metric", { parameter: "exit_page" })) as {
			data: { data: { value: string }[] };
		};
		expect(data.data.map(({ value }) => value)).toEqual(["/made"]);
	});

	it("loses an import when it is deleted", async () => {
		await insert(9005, ["a"]);
		await insert(9005, ["b", "c"], `import:${IMPORT}`);
		await rollUpAll();
		await deleteImport(store, { site: 9005, importId: IMPORT });
		const [row] = await store.query<{ left: number }>(
			"SELECT count() AS left FROM visits WHERE site_id = 9005",
		);
		expect([await pageviewsOf(9005), row]).toEqual([1, { left: 0 }]);
		await rollUpAll();
		expect(await pageviewsOf(9005)).toBe(1);
	});

	it("loses an erased person at once", async () => {
		await insert(9007, ["a", "b"]);
		await rollUpAll();
		await deletePerson(store, { site: 9007, user: "anna", devices: ["0000000000000009"] });
		const [row] = await store.query<{ left: number }>(
			"SELECT count() AS left FROM visits WHERE site_id = 9007",
		);
		expect([await pageviewsOf(9007), row]).toEqual([0, { left: 0 }]);
	});
});
