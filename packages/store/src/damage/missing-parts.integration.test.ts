import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SiteNumber } from "@footfall/shared/ids";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { copyEmptyStore } from "@footfall/testing/store/empty-store";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { type EventStore, openStore } from "../client/client.ts";
import { deleteExpired } from "../maintenance/delete-expired.ts";
import { deleteSiteRows } from "../maintenance/delete-site.ts";
import { EVENT_TABLE } from "../rows/event-rows.ts";
import { migrateStore } from "../schema/migrate.ts";
import { createDamageRecord } from "./damage-record.ts";
import { listParts } from "./missing-parts.ts";
import { repairStore, watchEmbeddedStore } from "./watch-damage.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const DAY_MS = 86_400_000;

const root = mkdtempSync(join(tmpdir(), "missing-parts-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let directory: string;
let lines: { fields: object; message: string }[];
const say = (fields: object, message: string) => void lines.push({ fields, message });
const logger = { info: say, warn: say, error: say };
beforeEach(async () => {
	directory = mkdtempSync(join(root, "store-"));
	await copyEmptyStore(directory);
	lines = [];
});

let offset = 0;
/** A separate part: this many events of a site, this many days ago. */
const insertEvents = (store: EventStore, count: number, { site = 1, age = 1 } = {}) =>
	store.insert(
		"events",
		EVENT_TABLE.columns,
		Array.from({ length: count }, () => {
			const occurredAt = NOW - age * DAY_MS;
			const id = `event-${++offset}`;
			return EVENT_TABLE.row(
				queuedEvent({ id, site: site as SiteNumber, receivedAt: occurredAt, occurredAt }),
				{ session: `${offset}`, visitor: "00000000000000aa", source: "queue/0", offset },
			);
		}),
	);

/** Opens the store as the product does, uses it, and closes it; `isKilled` leaves its list as a kill would. */
const opened = async (work: (store: EventStore) => Promise<void>, isKilled = false) => {
	const store = openStore({ directory });
	try {
		await repairStore({ store, directory, logger });
		await migrateStore(store);
		await work(store);
		if (!isKilled) await listParts(store);
	} finally {
		await store.close();
	}
};
const openedOnly = () => opened(async () => {});

const partsOf = (store: EventStore, table = "events") =>
	store.query<{ name: string; path: string; rows: number }>(
		"SELECT name, path, rows FROM system.parts WHERE table = {table:String} AND active ORDER BY min_block_number",
		{ table },
	);
const removePart = (part: { path: string } | undefined) => {
	if (part === undefined) throw new Error("There is no such part");
	rmSync(part.path, { recursive: true });
};
const health = () => createDamageRecord(directory).health();
const listFile = () => join(directory, "parts.json");
const listedOf = (table: string) =>
	(JSON.parse(readFileSync(listFile(), "utf8")) as { table: string; rows: number }[])
		.filter((part) => part.table === table)
		.map(({ rows }) => rows);

describe("a part that was removed while the store was closed", () => {
	it("is reported once with its rows, until its record is moved elsewhere", async () => {
		let parts: { path: string }[] = [];
		await opened(async (store) => {
			for (const count of [3, 4, 5]) await insertEvents(store, count);
			await store.command("SYSTEM STOP MERGES events");
			parts = await partsOf(store);
		});
		removePart(parts[1]);
		for (const _start of [1, 2]) {
			await openedOnly();
			expect(health()).toEqual({
				ok: false,
				reason:
					"The event store was damaged: 4 rows of events are lost, and 1 parts are missing from the disk",
				advice: `Check the disk. Then restore a backup; or move ${join(directory, "damaged")} elsewhere to continue without these rows`,
			});
		}
		expect(
			lines.filter(
				({ message }) =>
					message ===
					"A part of the event store is missing from the disk; some of its rows are lost",
			),
		).toMatchObject([{ fields: { table: "events", rows: 4 } }]);
		renameSync(join(directory, "damaged"), join(directory, "elsewhere"));
		await openedOnly();
		expect(health()).toEqual({ ok: true });
	});

	it.each(["traits", "aliases", "imported_figures", "search_figures"])(
		"is reported for %s",
		async (table) => {
			let parts: { path: string }[] = [];
			await opened(async (store) => {
				await store.command(`INSERT INTO ${table} (site_id) VALUES (1)`);
				parts = await partsOf(store, table);
			});
			removePart(parts[0]);
			await openedOnly();
			expect(health()).toMatchObject({
				ok: false,
				reason: expect.stringContaining(`1 rows of ${table}`),
			});
		},
	);

	it("lets the queue deliver its block again", async () => {
		const row = EVENT_TABLE.row(queuedEvent({ id: "again", receivedAt: NOW, occurredAt: NOW }), {
			...{ session: "1", visitor: "00000000000000aa", source: "queue/0", offset: 0 },
		});
		const insert = (store: EventStore) =>
			store.insert("events", EVENT_TABLE.columns, [row], { deduplicationToken: "block" });
		let parts: { path: string }[] = [];
		await opened(async (store) => {
			await insert(store);
			parts = await partsOf(store);
		});
		removePart(parts[0]);
		await opened(async (store) => {
			await insert(store);
			expect(await store.query("SELECT event_id AS id FROM events")).toEqual([{ id: "again" }]);
		});
	});
});

describe("a part that is removed while the store is open", () => {
	it("is reported within the next check, and reports continue without it", async () => {
		await opened(async (store) => {
			await insertEvents(store, 3, { age: 1 });
			await insertEvents(store, 4, { age: 60 });
			const parts = await partsOf(store);
			removePart(parts.find(({ rows }) => rows === 4));
			const watch = watchEmbeddedStore({
				...{ store, directory, logger, askEveryMs: 20, checkPauseMs: 50 },
			});
			await expect.poll(() => watch.health().ok).toBe(false);
			await watch.close();
			expect(createDamageRecord(directory).entries()).toMatchObject([
				{ table: "events", movedTo: null, rows: 4, saved: 0, isLoss: true },
			]);
			expect(await store.query("SELECT count() AS count FROM events WHERE NOT ignore(*)")).toEqual([
				{ count: 3 },
			]);
		});
		await openedOnly();
		expect(createDamageRecord(directory).entries()).toHaveLength(1);
	});
});

describe("no part is reported missing", () => {
	/** The list is as it was before the change: the product was killed before it wrote a new one. */
	const afterKill = async (change: (store: EventStore) => Promise<unknown>) => {
		await opened(async (store) => {
			await insertEvents(store, 3, { site: 1, age: 1 });
			await insertEvents(store, 4, { site: 2, age: 1 });
			await insertEvents(store, 5, { site: 1, age: 400 });
			// So that the engine removes empty or merged parts soon, not after minutes.
			await store.command(
				"ALTER TABLE events MODIFY SETTING old_parts_lifetime = 0, cleanup_delay_period = 0, cleanup_delay_period_random_add = 0, max_cleanup_delay_period = 1, merge_tree_clear_old_parts_interval_seconds = 1",
			);
		});
		expect(listedOf("events").reduce((sum, rows) => sum + rows, 0)).toBe(12);
		await opened(async (store) => {
			await change(store);
			await expect
				.poll(
					() =>
						store.query(
							"SELECT name FROM system.parts WHERE table = 'events' AND (NOT active OR rows = 0)",
						),
					{ timeout: 60_000, interval: 200 },
				)
				.toEqual([]);
		}, true);
		await openedOnly();
		expect(createDamageRecord(directory).entries()).toEqual([]);
	};

	it("after a merge", () => afterKill((store) => store.command("OPTIMIZE TABLE events FINAL")));

	it("after rows were rewritten", () =>
		afterKill((store) =>
			store.command(
				"ALTER TABLE events UPDATE pathname = '/other' WHERE 1 SETTINGS mutations_sync = 2",
			),
		));

	it("after everything of a site was deleted", () =>
		afterKill((store) => deleteSiteRows(store, 2 as SiteNumber)));

	it("after all rows were deleted", () =>
		afterKill((store) =>
			store.command("ALTER TABLE events DELETE WHERE 1 SETTINGS mutations_sync = 2"),
		));

	it("after whole months have expired", () =>
		afterKill((store) =>
			deleteExpired(
				store,
				async (sites) =>
					new Map(sites.map((site) => [site, { events: 30, users: undefined, bots: undefined }])),
				NOW,
			),
		));

	it("after a table was emptied", () =>
		afterKill((store) => store.command("TRUNCATE TABLE events")));

	it("without a list, and with one that cannot be read", async () => {
		await opened((store) => insertEvents(store, 3));
		for (const spoil of [() => rmSync(listFile()), () => writeFileSync(listFile(), "[{")]) {
			spoil();
			await openedOnly();
			expect(health()).toEqual({ ok: true });
			expect(listedOf("events")).toEqual([3]);
		}
	});

	it("where only a merged part is gone and its sources are there", async () => {
		await opened(async (store) => {
			for (const count of [3, 4]) await insertEvents(store, count);
			const sources = await partsOf(store);
			const copies = sources.map(({ path }) => ({ path, copy: `${path.slice(0, -1)}-copy` }));
			for (const { path, copy } of copies)
				cpSync(path, join(root, copy.replaceAll("/", "_")), { recursive: true });
			await store.command("OPTIMIZE TABLE events FINAL");
			merged = (await partsOf(store))[0];
			restore = () => {
				for (const { path, copy } of copies)
					cpSync(join(root, copy.replaceAll("/", "_")), path, { recursive: true });
			};
		});
		removePart(merged);
		restore();
		await opened(async (store) => {
			expect(await store.query("SELECT count() AS count FROM events")).toEqual([{ count: 7 }]);
		});
		expect(health()).toEqual({ ok: true });
	});
	let merged: { path: string } | undefined;
	let restore = () => {};
});
