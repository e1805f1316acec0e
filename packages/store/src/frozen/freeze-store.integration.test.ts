import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { copyEmptyStore } from "@footfall/testing/store/empty-store";
import { afterEach, describe, expect, it } from "vitest";
import { type EventStore, openStore } from "../client/client.ts";
import { type GatedStore, withWriteGate } from "../client/write-gate.ts";
import { rollUpDays } from "../maintenance/roll-up-days.ts";
import { EVENT_TABLE } from "../rows/event-rows.ts";
import { migrateStore } from "../schema/migrate.ts";
import { freezeStore } from "./freeze-store.ts";

const DAY_MS = 86_400_000;
const START = Date.UTC(2025, 11, 1);

const undo: (() => void | Promise<void>)[] = [];
afterEach(async () => {
	for (const step of undo.splice(0).reverse()) await step();
});

const newDirectory = () => {
	const directory = mkdtempSync(join(tmpdir(), "frozen-"));
	undo.push(() => rmSync(directory, { recursive: true, force: true }));
	return directory;
};

const opened = async (directory: string): Promise<GatedStore> => {
	await copyEmptyStore(directory);
	const store = withWriteGate(openStore({ directory }));
	return store;
};

let lastId = 0;
/** Some events in each of two months, as one insert. */
const insertSome = (store: EventStore) => {
	const rows = Array.from({ length: 40 }, (_, index) => {
		const occurredAt = START + (index % 2) * 31 * DAY_MS + ++lastId;
		const event = queuedEvent({
			site: 7 as never,
			id: `id-${lastId}`,
			occurredAt,
			receivedAt: occurredAt,
		});
		return EVENT_TABLE.row(event, {
			session: "1",
			visitor: event.visitor,
			source: "queue/0",
			offset: lastId,
		});
	});
	return store.insert("events", EVENT_TABLE.columns, rows);
};

const FIGURES = [
	"SELECT count() AS events, sum(cityHash64(event_id, timestamp, source_offset)) % 1000000007 AS digest FROM events",
	"SELECT site_id, toString(day) AS day, events FROM sealed_days FINAL ORDER BY day",
	"SELECT count() AS rows, uniqExact(session_id) AS sessions FROM visits",
	"SELECT table, count() AS parts, sum(rows) AS rows FROM system.parts WHERE active AND database = currentDatabase() GROUP BY table ORDER BY table",
];
const figuresOf = async (store: EventStore) => {
	const figures: unknown[] = [];
	for (const sql of FIGURES) figures.push(await store.query(sql));
	return figures;
};

const freeze = async (store: GatedStore, directory: string) => {
	const to = join(directory, "frozen");
	return store.holdWrites(async () => {
		const frozen = await freezeStore(store, directory, to);
		return { ...frozen, figures: await figuresOf(store) };
	}, 30_000);
};

describe("a frozen store", () => {
	it("contains what the store contained at that moment, whatever is written, merged and deleted later", async () => {
		const directory = newDirectory();
		const store = await opened(directory);
		for (let round = 0; round < 12; round++) await insertSome(store);
		await rollUpDays(store, { now: START + 90 * DAY_MS, leastEvents: 1 });
		const writing = Promise.all(Array.from({ length: 8 }, () => insertSome(store)));
		const { parts, descriptions, figures } = await freeze(store, directory);
		await writing;
		await store.command("OPTIMIZE TABLE events FINAL");
		await store.command("TRUNCATE TABLE sealed_days");

		const elsewhere = newDirectory();
		for (const path of [...parts, ...descriptions])
			cpSync(join(directory, "frozen", path), join(elsewhere, "engine", path), {
				recursive: true,
				verbatimSymlinks: true,
			});
		// The engine has one directory per process.
		await store.close();
		const copy = openStore({ directory: elsewhere });
		try {
			expect(await migrateStore(copy)).toEqual([]);
			expect(await figuresOf(copy)).toEqual(figures);
			await insertSome(copy);
		} finally {
			await copy.close();
		}
	});

	it("shares the files of parts with the store, and leaves nothing behind in it", async () => {
		const directory = newDirectory();
		const store = await opened(directory);
		await insertSome(store);
		await freeze(store, directory);
		expect(readdirSync(join(directory, "engine", "shadow"))).toEqual(["increment.txt"]);
		rmSync(join(directory, "frozen"), { recursive: true });
		expect(await store.query("SELECT count() AS events FROM events")).toEqual([{ events: 40 }]);
		await store.close();
	});
});
