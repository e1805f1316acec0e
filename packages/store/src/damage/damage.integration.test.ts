import {
	closeSync,
	cpSync,
	existsSync,
	mkdtempSync,
	openSync,
	readdirSync,
	readSync,
	renameSync,
	rmSync,
	statSync,
	truncateSync,
	writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { copyEmptyStore } from "@footfall/testing/store/empty-store";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EventStore, openStore } from "../client/client.ts";
import { rollUpDays } from "../maintenance/roll-up-days.ts";
import { EVENT_TABLE } from "../rows/event-rows.ts";
import { migrateStore } from "../schema/migrate.ts";
import { createDamageRecord, type DamagedPart } from "./damage-record.ts";
import { repairStore, watchEmbeddedStore } from "./watch-damage.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const DAY_MS = 86_400_000;
/** Three granules. */
const EVENTS_COUNT = 20_000;

const eventAt = (occurredAt: number, id: string, offset: number) =>
	EVENT_TABLE.row(queuedEvent({ id, receivedAt: occurredAt, occurredAt }), {
		session: String(1 + (offset % 500)),
		visitor: "00000000000000aa",
		source: "queue/0",
		offset,
	});

const root = mkdtempSync(join(tmpdir(), "damage-"));
const whole = join(root, "whole");

beforeAll(async () => {
	await copyEmptyStore(whole);
	const store = openStore({ directory: whole });
	const rows = Array.from({ length: EVENTS_COUNT }, (_, index) =>
		eventAt(NOW - 3 * DAY_MS - index * 10, `event-${index}`, index),
	);
	await store.insert("events", EVENT_TABLE.columns, rows, { deduplicationToken: "block" });
	// An intact part of another month.
	await store.insert("events", EVENT_TABLE.columns, [
		eventAt(NOW - 40 * DAY_MS, "intact", EVENTS_COUNT),
	]);
	await store.insert(
		"traits",
		["site_id", "user_id", "key", "value", "written_at", "version"],
		[[1, "anna", "plan", '"pro"', NOW, 1]],
	);
	await rollUpDays(store, { now: NOW, leastEvents: 1 });
	await store.close();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const cut = (path: string) => truncateSync(path, Math.floor(statSync(path).size / 2));
const flip = (path: string) => {
	const file = openSync(path, "r+");
	const at = Math.floor(statSync(path).size / 2);
	const byte = Buffer.alloc(1);
	readSync(file, byte, 0, 1, at);
	byte[0] = (byte[0] ?? 0) ^ 4;
	writeSync(file, byte, 0, 1, at);
	closeSync(file);
};

let copies = 0;
const copyOfWhole = () => {
	const directory = join(root, `copy-${copies++}`);
	cpSync(whole, directory, { recursive: true, verbatimSymlinks: true });
	return directory;
};

/** The directory of the only part of a table. */
const partOf = async (store: EventStore, table: string) => {
	const [part] = await store.query<{ path: string }>(
		"SELECT path FROM system.parts WHERE table = {table:String} AND active ORDER BY rows DESC",
		{ table },
	);
	return part?.path ?? "";
};

const collectingLogger = () => {
	const lines: string[] = [];
	const say = (_fields: object, message: string) => void lines.push(message);
	return { logger: { info: say, warn: say, error: say }, lines };
};

interface Found {
	entries: DamagedPart[];
	ok: boolean;
	events: { count: number; ids: number };
	lines: string[];
}

/** Opens a store, lets it be checked, damages it before or meanwhile, and waits until that is found. */
const afterDamage = async (
	when: "stopped" | "running",
	table: string,
	file: string,
	damage: (path: string) => void,
): Promise<Found> => {
	const directory = copyOfWhole();
	let store = openStore({ directory });
	const path = join(await partOf(store, table), file);
	const { logger, lines } = collectingLogger();
	if (when === "stopped") {
		await store.close();
		damage(path);
		store = openStore({ directory });
		await repairStore({ store, directory, logger });
		await migrateStore(store);
	}
	if (when === "running") damage(path);
	const watch = watchEmbeddedStore({ store, directory, logger, askEveryMs: 50, checkPauseMs: 100 });
	const record = createDamageRecord(directory);
	try {
		await expect.poll(record.entries, { timeout: 90_000, interval: 100 }).not.toEqual([]);
		await watch.close();
		const [events] = await store.query<Found["events"]>(
			"SELECT count() AS count, uniqExact(event_id) AS ids FROM events WHERE event_id != 'intact'",
		);
		const health = watch.health();
		for (const { movedTo } of record.entries()) expect(existsSync(movedTo ?? "")).toBe(true);
		return {
			entries: record.entries(),
			ok: health.ok,
			events: events ?? { count: -1, ids: -1 },
			lines,
		};
	} finally {
		await watch.close();
		await store.close();
	}
};

describe.each(["stopped", "running"] as const)("a part damaged while the store is %s", (when) => {
	it.each([
		["checksums.txt", cut, "cut"],
		["columns.txt", flip, "flipped"],
		["primary.cidx", flip, "flipped"],
	])("loses nothing by its %s (%s)", async (file, damage) => {
		const { entries, ok, events, lines } = await afterDamage(when, "events", file, damage);
		expect(entries).toMatchObject([{ table: "events", rows: EVENTS_COUNT, saved: EVENTS_COUNT }]);
		expect(events).toEqual({ count: EVENTS_COUNT, ids: EVENTS_COUNT });
		expect(ok).toBe(true);
		expect(lines).toContain(
			"A damaged part of the event store was set aside; none of its rows are lost",
		);
	});

	it.each([
		["data.bin", cut, "cut"],
		["data.bin", flip, "one bit flipped"],
		["data.cmrk4", cut, "cut"],
	])("restores the readable rows of its %s and reports the rest (%s, %s)", async (file, damage) => {
		const { entries, ok, events, lines } = await afterDamage(when, "events", file, damage);
		const [entry] = entries;
		expect(entry).toMatchObject({ table: "events", rows: EVENTS_COUNT });
		expect(events).toEqual({ count: entry?.saved, ids: entry?.saved });
		if (file === "data.bin") expect(entry?.saved).toBeGreaterThan(0);
		const isLoss = entry?.saved !== EVENTS_COUNT;
		expect(ok).toBe(!isLoss);
		if (isLoss)
			expect(lines).toContain(
				"A damaged part of the event store was set aside; some of its rows are lost",
			);
	});

	it.each(["visits", "day_totals", "sealed_days"])("is rebuilt for %s", async (table) => {
		const { entries, ok, events } = await afterDamage(when, table, "data.bin", cut);
		expect(entries).toMatchObject([{ table, isLoss: false }]);
		expect(ok).toBe(true);
		expect(events.count).toBe(EVENTS_COUNT);
	});

	it("reports the missing data of a person", async () => {
		const { entries, ok } = await afterDamage(when, "traits", "data.bin", cut);
		expect(entries).toMatchObject([{ table: "traits", rows: 1, saved: 0, isLoss: true }]);
		expect(ok).toBe(false);
	});
});

describe("a store that has lost rows", () => {
	it("reports it after each start, until the damaged parts are moved elsewhere", async () => {
		const directory = copyOfWhole();
		let store = openStore({ directory });
		const path = await partOf(store, "traits");
		await store.close();
		cut(join(path, "data.bin"));
		for (const _start of [1, 2]) {
			const { logger, lines } = collectingLogger();
			store = openStore({ directory });
			await repairStore({ store, directory, logger });
			await store.close();
			expect(lines).toContain("The event store is damaged");
			const aside = join(directory, "damaged");
			expect(createDamageRecord(directory).health()).toEqual({
				ok: false,
				reason: `The event store was damaged: 1 rows of traits are lost, and 1 damaged parts are set aside in ${aside}`,
				advice: `Check the disk. Then restore a backup; or move ${aside} elsewhere to continue without these rows`,
			});
			expect(readdirSync(aside)).toHaveLength(2);
		}
		renameSync(join(directory, "damaged"), join(root, "elsewhere"));
		expect(createDamageRecord(directory).health()).toEqual({ ok: true });
	});

	it("accepts the same block from the queue again", async () => {
		const directory = copyOfWhole();
		let store = openStore({ directory });
		const path = await partOf(store, "events");
		await store.close();
		cut(join(path, "data.cmrk4"));
		store = openStore({ directory });
		await repairStore({ store, directory, logger: collectingLogger().logger });
		const row = eventAt(NOW, "again", 0);
		await store.insert("events", EVENT_TABLE.columns, [row], { deduplicationToken: "block" });
		expect(await store.query("SELECT event_id AS id FROM events ORDER BY id")).toEqual([
			{ id: "again" },
			{ id: "intact" },
		]);
		await store.close();
	});
});
