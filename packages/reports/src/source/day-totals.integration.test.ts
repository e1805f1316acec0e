import { deleteImport, deletePerson, type EventStore, rollUpDays } from "@footfall/store";
import {
	createReportComparison,
	insertRolledUp,
	WITHIN_MS,
} from "@footfall/testing/model/compare-report";
import { openTestStore } from "@footfall/testing/model/event-store";
import * as reference from "@footfall/testing/model/expected";
import { createReportRunner } from "@footfall/testing/model/run-report";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const DAY_MS = 86_400_000;
const NOW = Date.parse("2027-06-01T12:00:00Z");
const IMPORT = "00000000-0000-4000-8000-000000000002";

const BREAKDOWNS = [
	"pathname",
	"page_title",
	"channel",
	"referrer",
	"browser",
	"browser_version",
	"operating_system",
	"operating_system_version",
	"language",
	"country",
	"region",
	"city",
	"device_type",
	"hostname",
	"utm_source",
	"utm_medium",
	"utm_campaign",
	"utm_term",
	"utm_content",
	"dimensions",
	"timezone",
	"asn_org",
];

let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;
const open = async () => {
	store = await openTestStore();
	ask = createReportRunner({ store, now: () => NOW });
};
beforeAll(open, 60_000);
afterAll(() => store.close());

describe("a report from totals of rolled-up days matches the same answer computed by hand", () => {
	it(
		"matches it for the overview and breakdowns",
		() =>
			createReportComparison(
				store,
				NOW,
				insertRolledUp,
			)(
				fc.subarray(BREAKDOWNS, { minLength: 4, maxLength: 4 }),
				async ({ site, events, parameters, question: asked, more: breakdowns }) => {
					const question = { ...asked, filters: [] };
					const plain = { ...parameters, filters: "[]", segment_id: "" };
					expect(await ask(site, "/overview", plain)).toEqual({
						data: reference.overview(events, question),
					});
					for (const parameter of breakdowns) {
						const rows = reference.metric(events, question, parameter);
						expect([parameter, await ask(site, "/metric", { ...plain, parameter })]).toEqual([
							parameter,
							{ data: { data: rows, totalCount: rows.length } },
						]);
					}
				},
			),
		WITHIN_MS,
	);
});

describe("the totals of a rolled-up day", () => {
	// In the store of the random sites, which has many small parts left, each change of a table takes seconds.
	beforeAll(async () => {
		await store.close();
		await open();
	});

	const at = Date.parse("2026-03-10T10:00:00Z");
	const insert = (site: number, session: string, ids: readonly string[], more = {}) => {
		const values = { city: "", country: "", source: "log", user_id: "9", ...more };
		return store.insert(
			"events",
			[
				"site_id",
				"timestamp",
				"event_id",
				"type",
				"pathname",
				"session_id",
				...Object.keys(values),
			],
			ids.map((id, index) => [
				site,
				at + index * 1000,
				id,
				"pageview",
				"/a",
				session,
				...Object.values(values),
			]),
		);
	};
	const rollUpAll = () => rollUpDays(store, { now: at + 3 * DAY_MS, leastEvents: 1 });
	const range = { start_date: "2026-03-09", end_date: "2026-03-11", time_zone: "UTC" };
	const figuresOf = async (site: number) => {
		const { data } = (await ask(site, "/overview", range)) as { data: Record<string, number> };
		return [data["sessions"], data["pageviews"]];
	};
	const viewsOf = async (site: number) => {
		const asked = { ...range, parameter: "pathname" };
		const { data } = (await ask(site, "/metric", asked)) as {
			data: { data: { value: string; count: number; pageviews: number }[] };
		};
		return data.data.map(({ value, count, pageviews }) => [value, count, pageviews]);
	};
	const storedOf = (site: number) =>
		store.query<{ dimension: string; value: string; sessions: number }>(
			`SELECT DISTINCT dimension, value, sessions FROM day_totals
			WHERE site_id = {site:UInt32} AND dimension IN ('day', 'country', 'pathname') ORDER BY dimension, value`,
			{ site },
		);

	it("answer reports", async () => {
		await insert(9101, "7", ["a", "b"]);
		await rollUpAll();
		await store.command(
			"ALTER TABLE day_totals UPDATE sessions = 50, views = 60, pageviews = 70 WHERE site_id = 9101 SETTINGS mutations_sync = 1",
		);
		expect([await figuresOf(9101), await viewsOf(9101)]).toEqual([[50, 70], [["/a", 50, 60]]]);
	});

	it("fall back to the day's visits when they are missing", async () => {
		await insert(9103, "7", ["a", "b"]);
		await rollUpAll();
		await store.command(
			"ALTER TABLE day_totals DELETE WHERE site_id = 9103 SETTINGS mutations_sync = 1",
		);
		expect([await figuresOf(9103), await viewsOf(9103)]).toEqual([[1, 2], [["/a", 1, 2]]]);
	});

	it("are made for a day that was rolled up without them", async () => {
		// Days of other sites that may still be unsealed are not counted.
		await rollUpAll();
		await insert(9105, "7", ["a"]);
		await rollUpAll();
		await store.command(
			"ALTER TABLE sealed_days UPDATE has_totals = 0 WHERE site_id = 9105 SETTINGS mutations_sync = 1",
		);
		await store.command(
			"ALTER TABLE day_totals DELETE WHERE site_id = 9105 SETTINGS mutations_sync = 1",
		);
		expect(await figuresOf(9105)).toEqual([1, 1]);
		expect(await rollUpAll()).toBe(1);
		expect(await storedOf(9105)).toEqual([
			{ dimension: "country", value: "", sessions: 1 },
			{ dimension: "day", value: "", sessions: 1 },
			{ dimension: "pathname", value: "/a", sessions: 1 },
		]);
	});

	it("exclude a visit that continues elsewhere", async () => {
		await insert(9107, "7", ["a"], { country: "FR" });
		await store.insert(
			"events",
			["site_id", "timestamp", "event_id", "type", "session_id", "user_id"],
			[[9107, at + DAY_MS, "b", "pageview", "7", "9"]],
		);
		await rollUpAll();
		expect(await storedOf(9107)).toEqual([{ dimension: "day", value: "", sessions: 0 }]);
		expect(await figuresOf(9107)).toEqual([1, 2]);
	});

	it("lose an erased person at once", async () => {
		await insert(9109, "7", ["a", "b"], { country: "FR" });
		await insert(9109, "8", ["c"], { country: "DE", user_id: "10" });
		await rollUpAll();
		await deletePerson(store, { site: 9109, user: "anna", devices: ["0000000000000009"] });
		expect([await figuresOf(9109), await storedOf(9109)]).toEqual([[1, 1], []]);
		await rollUpAll();
		expect([await figuresOf(9109), await storedOf(9109)]).toEqual([
			[1, 1],
			[
				{ dimension: "country", value: "DE", sessions: 1 },
				{ dimension: "day", value: "", sessions: 1 },
				{ dimension: "pathname", value: "/a", sessions: 1 },
			],
		]);
	});

	it("stay unchanged when an erased person was not there that day", async () => {
		await insert(9111, "7", ["a"]);
		await rollUpAll();
		await deletePerson(store, { site: 9111, user: "anna", devices: ["00000000000000aa"] });
		expect([await storedOf(9111).then((rows) => rows.length), await rollUpAll()]).toEqual([3, 0]);
	});

	it("do not return with the seal when late events are erased", async () => {
		await insert(9113, "7", ["a"]);
		await rollUpAll();
		await insert(9113, "8", ["late"], { user_id: "10" });
		await deletePerson(store, { site: 9113, user: "other", devices: ["00000000000000aa"] });
		await deletePerson(store, { site: 9113, user: "late", devices: ["000000000000000a"] });
		expect([await figuresOf(9113), await rollUpAll()]).toEqual([[1, 1], 1]);
		expect(await figuresOf(9113)).toEqual([1, 1]);
	});

	it("lose an import when it is deleted", async () => {
		await insert(9115, "7", ["a"]);
		await insert(9115, "8", ["b"], { source: `import:${IMPORT}` });
		await rollUpAll();
		await deleteImport(store, { site: 9115, importId: IMPORT });
		expect([await figuresOf(9115), await storedOf(9115)]).toEqual([[1, 1], []]);
	});
});
