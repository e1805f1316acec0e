import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStoreOn } from "@footfall/testing/store/open-store-on";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EventStore } from "../client/client.ts";
import { migrateStore } from "./migrate.ts";

const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 5, 1, 12);
const FILE = "0022-measurements-of-views.sql";

let directory: string;
let store: EventStore;
beforeEach(async () => {
	directory = mkdtempSync(join(tmpdir(), "measurements-"));
	store = await openStoreOn(join(directory, "store"));
});
afterEach(async () => {
	await store.close();
	rmSync(directory, { recursive: true });
});

/** A row of the session that an earlier version's loader assigned to it. */
type Row = [id: string, type: string, minute: number, page: string, session: number, user: number];

const repair = async (rows: Row[]) => {
	await store.insert(
		"events",
		["site_id", "event_id", "type", "timestamp", "page_id", "session_id", "user_id"],
		rows.map(([id, type, minute, ...more]) => [1, id, type, START + minute * MINUTE_MS, ...more]),
	);
	await store.command(
		`ALTER TABLE schema_migrations DELETE WHERE name = '${FILE}' SETTINGS mutations_sync = 2`,
	);
	expect(await migrateStore(store)).toEqual([FILE]);
};

const sessions = async () =>
	(
		await store.query<{ ids: string[]; users: number }>(
			"SELECT arraySort(groupArray(event_id)) AS ids, uniqExact(user_id) AS users FROM events GROUP BY session_id ORDER BY ids",
		)
	).map(({ ids, users }) => [...ids, users]);

describe("measurements that opened sessions in an earlier version", () => {
	it("are moved to the session and person of the view that they measure", async () => {
		await repair([
			["view", "pageview", 0, "p1", 10, 1],
			["left", "engagement", 45, "p1", 11, 1],
			["vitals", "performance", 45, "p1", 11, 1],
			["glance", "engagement", 300, "p1", 12, 2],
			["other", "pageview", 0, "p2", 20, 3],
		]);
		expect(await sessions()).toEqual([
			["glance", "left", "view", "vitals", 1],
			["other", 1],
		]);
		expect(await store.query("SELECT * FROM moved_measurements")).toEqual([]);
	});

	it("are moved to the latest view before them if a page was viewed in several sessions", async () => {
		await repair([
			["first", "pageview", 0, "p1", 10, 1],
			["second", "pageview", 100, "p1", 11, 1],
			["between", "engagement", 60, "p1", 12, 1],
			["behind", "engagement", 160, "p1", 13, 1],
		]);
		expect(await sessions()).toEqual([
			["behind", "second", 1],
			["between", "first", 1],
		]);
	});

	it("stay unchanged without a view of the day before, and if a session has an act", async () => {
		await repair([
			["view", "pageview", 0, "p1", 10, 1],
			["late", "engagement", 1441, "p1", 11, 1],
			["unknown", "engagement", 45, "p9", 12, 1],
			["nameless", "engagement", 45, "", 13, 1],
			["click", "outbound", 60, "p1", 14, 1],
			["after", "engagement", 61, "p1", 14, 1],
		]);
		expect(await sessions()).toEqual([
			["after", "click", 1],
			["late", 1],
			["nameless", 1],
			["unknown", 1],
			["view", 1],
		]);
	});
});
