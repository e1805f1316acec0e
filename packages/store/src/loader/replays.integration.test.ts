import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { SiteNumber } from "@footfall/shared/ids";
import { encodeQueuedEvent, type QueuedEvent } from "@footfall/shared/queued-event";
import { encodeQueuedReplay, type QueuedReplay } from "@footfall/shared/queued-replay";
import { eventually } from "@footfall/testing/eventually";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { queuedReplay } from "@footfall/testing/queued-replay-example";
import { copyEmptyStore } from "@footfall/testing/store/empty-store";
import { type LoaderOnDisk, startLoaderOn } from "@footfall/testing/store/loader-on-disk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deleteReplay } from "../maintenance/delete-replay.ts";
import { deleteSiteRows } from "../maintenance/delete-site.ts";
import { deletePerson } from "../maintenance/erase-person.ts";
import { linkDevices, versionOf } from "../people/people.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const now = Date.now();

let directory: string;
let store: LoaderOnDisk["store"];
let loader: LoaderOnDisk["loader"];
let append: LoaderOnDisk["append"];
let loaded: LoaderOnDisk["loaded"];
let stop: LoaderOnDisk["stop"];

const start = async () => {
	({ store, loader, append, loaded, stop } = await startLoaderOn(directory));
};

beforeEach(async () => {
	directory = mkdtempSync(join(tmpdir(), "replays-"));
	await copyEmptyStore(join(directory, "store"));
	await start();
});

afterEach(async () => {
	await stop();
	rmSync(directory, { recursive: true });
});

const chunk = (
	given: Partial<QueuedReplay>,
	texts = ['{"type":3,"timestamp":5,"data":"é"}'],
): QueuedReplay => {
	const { occurredAt, ...event } = queuedEvent({});
	const at = given.startedAt ?? now;
	return queuedReplay({
		batch: "00000000000000ab",
		receivedAt: at,
		startedAt: at,
		endedAt: at,
		visitor: event.visitor,
		times: texts.map((_text, index) => 5 + index),
		lengths: texts.map((text) => Buffer.byteLength(text)),
		events: gzipSync(texts.join("")),
		...given,
	});
};

const load = async (...records: (QueuedEvent | QueuedReplay | Uint8Array)[]) => {
	await append(
		records.map((record) =>
			record instanceof Uint8Array
				? record
				: "batch" in record
					? encodeQueuedReplay(record)
					: encodeQueuedEvent(record),
		),
	);
	await loaded();
};

const stored = () =>
	store.query<{ session: string; batch: string; events: string[] }>(
		`SELECT toString(session_id) AS session, lower(hex(batch_id)) AS batch, events
		FROM replay_chunks FINAL ORDER BY timestamp, batch_id, chunk`,
	);

const eventSessions = () =>
	store.query<{ id: string; session: string }>(
		"SELECT event_id AS id, toString(session_id) AS session FROM events ORDER BY timestamp, event_id",
	);

describe("a recording in the loader", () => {
	it("is stored with its events unchanged", async () => {
		const texts = ['{"type":4,"timestamp":5,"data":{"a":"\\ud800 ü"}}', '{"type":2,"timestamp":6}'];
		await load(chunk({}, texts));
		expect((await stored()).map(({ events }) => events)).toEqual([texts]);
		expect(loader.counts()).toMatchObject({ replays: 1, setAside: 0 });
	});

	it("shares the session of the events of its visit, whichever arrived first", async () => {
		const at = (minutes: number) => now + minutes * MINUTE_MS;
		await load(
			chunk({ startedAt: at(0), batch: "0000000000000001" }),
			queuedEvent({ id: "view", occurredAt: at(0.1), receivedAt: at(0.1) }),
			chunk({ startedAt: at(25), batch: "0000000000000002" }),
			queuedEvent({ id: "click", occurredAt: at(50), receivedAt: at(50) }),
		);
		await load(
			queuedEvent({ id: "later", occurredAt: at(120), receivedAt: at(120) }),
			chunk({ startedAt: at(121), batch: "0000000000000003" }),
			chunk({ startedAt: at(121), batch: "0000000000000004", identifiedUser: "zoe" }),
		);
		const sessions = (await stored()).map(({ session }) => session);
		const [view, click, later] = await eventSessions();
		expect([view?.session, click?.session]).toEqual([sessions[0], sessions[1]]);
		expect(view?.session).toBe(click?.session);
		expect(later?.session).toBe(sessions[2]);
		expect(new Set(sessions).size).toBe(3);
	});

	it("continues its session after a restart, although no event belongs to it", async () => {
		await load(chunk({ startedAt: now, batch: "0000000000000001" }));
		await stop();
		await start();
		await load(chunk({ startedAt: now + MINUTE_MS, batch: "0000000000000002" }));
		const [first, second] = await stored();
		expect(second?.session).toBe(first?.session);
	});

	it("is stored once, however often its batch is sent", async () => {
		await load(chunk({}), chunk({ receivedAt: now + 10 }));
		await load(chunk({ receivedAt: now + DAY_MS / 2 }));
		expect(await stored()).toHaveLength(1);
	});

	it("is set aside when it is not a valid chunk, and the rest continues", async () => {
		const poison = [
			encodeQueuedReplay(chunk({})).subarray(0, 30),
			encodeQueuedReplay(chunk({ events: Buffer.from("gzip") })),
			encodeQueuedReplay(chunk({ events: gzipSync("{}") })),
			encodeQueuedReplay(chunk({ site: -1 as SiteNumber })),
			encodeQueuedReplay(chunk({ visitor: "somebody" })),
			encodeQueuedReplay(chunk({ receivedAt: Number.NaN })),
			encodeQueuedReplay(chunk({ times: [] })),
		];
		await load(...poison, chunk({}));
		expect(await stored()).toHaveLength(1);
		expect(loader.counts()).toMatchObject({ replays: 1, setAside: poison.length });
	});
});

describe("a recording in the store", () => {
	it("is deleted with its site, with its user and on its own", async () => {
		const session = "fedcba9876543210";
		await load(
			chunk({ batch: "0000000000000001" }),
			chunk({ batch: "0000000000000002", visitor: session }),
			chunk({ batch: "0000000000000003", identifiedUser: "zoe" }),
			chunk({ batch: "0000000000000004", site: 2 as SiteNumber }),
		);
		const batches = async () => (await stored()).map(({ batch }) => batch.slice(-1)).sort();
		await deleteSiteRows(store, 2 as SiteNumber);
		expect(await batches()).toEqual(["1", "2", "3"]);
		await deletePerson(store, { site: 1, user: "zoe", devices: [session] });
		expect(await batches()).toEqual(["1"]);
		const [left] = await stored();
		await deleteReplay(store, { site: 1, session: left?.session ?? "" });
		expect(await batches()).toEqual([]);
	});

	it("stays deleted although some of it was still queued, and starts anew with later chunks", async () => {
		const received = (receivedAt: number, batch: string) =>
			chunk({ batch, startedAt: now - MINUTE_MS, receivedAt });
		const before = now - MINUTE_MS;
		await load(
			queuedEvent({ id: "view", occurredAt: before, receivedAt: before }),
			received(before, "0000000000000001"),
		);
		const [view] = await eventSessions();
		const session = view?.session ?? "";
		await deleteReplay(store, { site: 1, session });
		await load(
			received(before + 1, "0000000000000002"),
			chunk({ batch: "0000000000000003", startedAt: before, visitor: "fedcba9876543210" }),
			received(Date.now() + MINUTE_MS, "0000000000000004"),
		);
		expect((await stored()).map(({ batch }) => batch.slice(-1)).sort()).toEqual(["3", "4"]);

		await stop();
		await start();
		await load(received(before + 2, "0000000000000005"));
		expect(loader.counts()).toMatchObject({ replays: 0, erased: 1 });
		expect((await stored()).map(({ batch }) => batch.slice(-1)).sort()).toEqual(["3", "4"]);
	});

	it("stays deleted when a loader that never saw it finds more of it, and no event belongs to its session", async () => {
		const before = now - MINUTE_MS;
		const received = (minutes: number, batch: string) =>
			chunk({ batch, startedAt: before + minutes * MINUTE_MS, receivedAt: before });
		await load(received(-20, "0000000000000001"));
		const [first] = await stored();
		await deleteReplay(store, { site: 1, session: first?.session ?? "" });
		await stop();
		await start();
		// Each within half an hour of the previous one, as a visit continues.
		await load(
			received(0, "0000000000000002"),
			received(25, "0000000000000003"),
			chunk({ batch: "0000000000000004", startedAt: before, visitor: "fedcba9876543210" }),
		);
		expect(loader.counts()).toMatchObject({ replays: 1, erased: 2 });
		expect((await stored()).map(({ batch }) => batch)).toEqual(["04"]);
	});

	it("leaves nothing that reveals its owner, once its user or its site is erased", async () => {
		await load(
			chunk({ batch: "0000000000000001", identifiedUser: "zoe" }),
			chunk({ batch: "0000000000000002", site: 2 as SiteNumber }),
			chunk({ batch: "0000000000000003", site: 3 as SiteNumber }),
		);
		const recordings = await store.query<{ site: number; session: string }>(
			"SELECT site_id AS site, toString(session_id) AS session FROM replay_chunks",
		);
		for (const recording of recordings) await deleteReplay(store, recording);
		await deletePerson(store, { site: 1, user: "zoe", devices: [] });
		await deleteSiteRows(store, 2 as SiteNumber);
		expect(await store.query("SELECT DISTINCT site_id FROM deleted_recordings")).toEqual([
			{ site_id: 3 },
		]);
	});

	it("belongs to its user once the device is linked to one", async () => {
		await load(chunk({}));
		const { visitor: device } = chunk({});
		await linkDevices(store, [
			{ site: 1, device, user: "zoe", at: now, version: versionOf(now, 0) },
		]);
		expect(await store.query("SELECT identified_user_id AS user FROM replay_chunks")).toEqual([
			{ user: "zoe" },
		]);
	});

	const parts = () =>
		store.query<{ partition: string; rows: number; bytes: number; path: string }>(
			`SELECT partition, sum(rows) AS rows, sum(bytes_on_disk) AS bytes, any(path) AS path
			FROM system.parts WHERE database = currentDatabase() AND table = 'replay_chunks' AND active
			GROUP BY partition ORDER BY partition`,
		);
	/** The parts on disk of a table's partition, including those being removed; a server's disk is not accessible. */
	const partsOnDisk = async (path: string, partition: string) =>
		process.env["CLICKHOUSE_URL"] === undefined
			? readdirSync(dirname(path)).filter((name) => name.startsWith(`${partition}_`))
			: store.query(
					`SELECT name FROM system.parts
					WHERE database = currentDatabase() AND table = 'replay_chunks' AND partition = {partition:String}`,
					{ partition },
				);

	it("frees its own space thirty days later, and no other's", async () => {
		const noise = () => Array.from({ length: 40 }, () => JSON.stringify(String(Math.random())));
		const keepFor = (days: number, batch: string) =>
			chunk({ batch, startedAt: now - (30 - days) * DAY_MS }, noise());
		// So that the part still exists for the measurement, although its last day is over.
		await store.command("SYSTEM STOP TTL MERGES replay_chunks");
		await load(keepFor(-1, "0000000000000001"), keepFor(1, "0000000000000002"));
		const [expired, kept] = await parts();
		if (!expired || !kept) throw new Error("Both days have a part");
		expect(expired).toMatchObject({ rows: 1, bytes: expect.any(Number) });
		expect(await partsOnDisk(expired.path, expired.partition)).not.toEqual([]);

		await store.command(
			// Minutes by default, so that no query that still reads a part loses it.
			"ALTER TABLE replay_chunks MODIFY SETTING old_parts_lifetime = 0, cleanup_delay_period = 1, max_cleanup_delay_period = 1, cleanup_delay_period_random_add = 0, merge_tree_clear_old_parts_interval_seconds = 1",
		);
		// The job that removes parts sleeps for half a minute; this restarts it.
		await store.command("DETACH TABLE replay_chunks");
		await store.command("ATTACH TABLE replay_chunks");
		await eventually(
			() => partsOnDisk(expired.path, expired.partition),
			(left) => left.length === 0,
		);
		expect((await parts()).map(({ partition, rows }) => [partition, rows])).toEqual([
			[kept.partition, 1],
		]);
		expect((await stored()).map(({ batch }) => batch)).toEqual(["02"]);
	});
});
