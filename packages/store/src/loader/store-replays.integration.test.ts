import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type EmbeddedQueue, openEmbeddedQueue } from "@footfall/queue";
import type { SiteNumber } from "@footfall/shared/ids";
import { silentLogger } from "@footfall/shared/logger";
import { encodeQueuedEvent, type QueuedEvent } from "@footfall/shared/queued-event";
import { encodeQueuedReplay, type QueuedReplay } from "@footfall/shared/queued-replay";
import { eventually } from "@footfall/testing/eventually";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { queuedReplay } from "@footfall/testing/queued-replay-example";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { missingS3 } from "@footfall/testing/s3/s3-distribution";
import { type S3Server, startS3 } from "@footfall/testing/s3/s3-server";
import { openStoreOn } from "@footfall/testing/store/open-store-on";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { EventStore } from "../client/client.ts";
import { deleteReplay } from "../maintenance/delete-replay.ts";
import { deleteSiteRows } from "../maintenance/delete-site.ts";
import { deletePerson } from "../maintenance/erase-person.ts";
import { OBJECT_SETTLES_MS, sweepReplayObjects } from "../maintenance/sweep-replay-objects.ts";
import { openBucket } from "../replays/bucket.ts";
import { createReplayObjects, type ReplayObjects } from "../replays/replay-objects.ts";
import { type Loader, startLoader } from "./loader.ts";

const EVENTS = [
	'{"type":4,"timestamp":5,"data":{"a":"ü"}}',
	'{"type":2,"timestamp":6,"data":null}',
];
const TEXT = EVENTS.join("");
const [ONE, TWO, THREE] = ["0000000000000001", "0000000000000002", "0000000000000003"];

describeWithEngine("recordings with a bucket", missingS3(), () => {
	let server: S3Server;
	let directory: string;
	let queue: EmbeddedQueue;
	let store: EventStore;
	let objects: ReplayObjects;
	let loader: Loader;
	let now: number;
	let logged: string[];

	beforeAll(async () => {
		server = await startS3();
	});
	afterAll(() => server.remove());

	beforeEach(async () => {
		directory = mkdtempSync(join(tmpdir(), "replay-objects-"));
		queue = openEmbeddedQueue({ directory: join(directory, "queue"), pollMs: 2, retryMs: 5 });
		store = await openStoreOn(join(directory, "store"));
		now = Date.now();
		logged = [];
		const say = (_fields: object, message: string) => void logged.push(message);
		objects = createReplayObjects({
			// A separate prefix for each test: the server has one bucket.
			bucket: openBucket({ ...server.settings, prefix: `${directory.slice(-6)}/` }),
			logger: { info: say, warn: say, error: say },
			clock: () => now,
		});
		start(store);
	});
	afterEach(async () => {
		await loader.close();
		await queue.close();
		await store.close();
		rmSync(directory, { recursive: true });
	});

	const start = (into: EventStore) => {
		loader = startLoader({
			store: into,
			consumer: queue.consumer({ minRecords: 1, maxWaitMs: 1, maxRecords: 5000 }),
			logger: silentLogger,
			replayObjects: objects,
		});
	};

	const chunk = (given: Partial<QueuedReplay>): QueuedReplay =>
		queuedReplay({
			batch: ONE,
			receivedAt: now,
			startedAt: now,
			endedAt: now,
			visitor: "00000000000000aa",
			times: [5, 6],
			lengths: EVENTS.map((text) => Buffer.byteLength(text)),
			events: gzipSync(TEXT),
			...given,
		});

	const send = async (...records: (QueuedEvent | QueuedReplay)[]) => {
		const producer = queue.producer();
		await Promise.all(
			records.map((record) =>
				producer.append({
					key: "",
					value: "batch" in record ? encodeQueuedReplay(record) : encodeQueuedEvent(record),
				}),
			),
		);
		await producer.close();
	};
	const load = async (...records: (QueuedEvent | QueuedReplay)[]) => {
		await send(...records);
		while (queue.depth().records > 0) await new Promise((resolve) => setImmediate(resolve));
	};

	const rows = () =>
		store.query<{
			site: number;
			session: string;
			object: string;
			bytes: number;
			lengths: number[];
			events: string[];
		}>(
			`SELECT site_id AS site, toString(session_id) AS session, toString(object) AS object,
				object_bytes AS bytes, lengths, events
			FROM replay_chunks FINAL ORDER BY batch_id`,
		);
	const textsOf = async () =>
		Promise.all((await rows()).map(({ lengths, ...object }) => objects.textsOf(object, lengths)));
	const names = () =>
		server
			.names()
			.filter((name) => name.startsWith(`${directory.slice(-6)}/`))
			.map((name) => name.split("/").slice(1));
	const sweep = (at = now + 2 * OBJECT_SETTLES_MS) => sweepReplayObjects(store, objects, at);

	it("are stored as objects, with their location and size in their rows", async () => {
		await load(chunk({}), chunk({ batch: TWO, visitor: "00000000000000bb" }));
		const stored = await rows();
		expect(stored.map(({ bytes, events, lengths }) => ({ bytes, events, lengths }))).toEqual(
			[ONE, TWO].map(() => ({
				bytes: gzipSync(TEXT).length,
				events: [],
				lengths: EVENTS.map((text) => Buffer.byteLength(text)),
			})),
		);
		const hex = (decimal: string) => BigInt(decimal).toString(16).padStart(16, "0");
		expect(names().sort()).toEqual(
			stored.map(({ session, object }) => ["1", hex(session), `${hex(object)}.gz`]).sort(),
		);
		expect(await textsOf()).toEqual([EVENTS, EVENTS]);
		expect(await sweep()).toBe(0);
	});

	it("lose their objects when they are deleted on their own, with their user and with their site", async () => {
		await load(
			chunk({}),
			chunk({ batch: TWO, identifiedUser: "zoe", visitor: "00000000000000bb" }),
			chunk({ batch: THREE, site: 2 as SiteNumber }),
			chunk({ site: 3 as SiteNumber }),
		);
		await deletePerson(store, { site: 1, user: "zoe", devices: [] });
		await deleteSiteRows(store, 2 as SiteNumber);
		const [first] = await rows();
		await deleteReplay(store, { site: 1, session: first?.session ?? "" });
		expect(names()).toHaveLength(4);
		expect(await sweep()).toBe(3);
		expect(names().map(([site]) => site)).toEqual(["3"]);
		expect(await store.query("SELECT site_id FROM replay_objects")).toEqual([{ site_id: 3 }]);
	});

	it("keep objects stored a moment ago that have no chunk yet, until they cannot get one anymore", async () => {
		let isKilled = false;
		await loader.close();
		start({
			...store,
			insert: (table, ...rest) => {
				if (table !== "replay_chunks") return store.insert(table, ...rest);
				isKilled = true;
				return Promise.reject(new Error("killed"));
			},
		});
		await send(chunk({}));
		await eventually(
			async () => isKilled,
			(yes) => yes,
		);
		await loader.close();
		expect(names()).toHaveLength(1);
		expect(await sweep(now + OBJECT_SETTLES_MS / 2)).toBe(0);
		expect(names()).toHaveLength(1);

		start(store);
		await load();
		expect(await textsOf()).toEqual([EVENTS]);
		expect(names()).toHaveLength(2);
		expect(await sweep()).toBe(1);
		expect(await textsOf()).toEqual([EVENTS]);
	});

	it("stay in the store while the bucket is unavailable, and block nothing", async () => {
		await load(chunk({}));
		await server.stop();
		const view = queuedEvent({ id: "view", occurredAt: now, receivedAt: now });
		await load(chunk({ batch: TWO }), view);
		await load(chunk({ batch: THREE }));
		expect((await rows()).map(({ object, events }) => [object === "0", events])).toEqual([
			[false, []],
			[true, EVENTS],
			[true, EVENTS],
		]);
		expect(await store.query("SELECT event_id AS id FROM events")).toEqual([{ id: "view" }]);
		expect(loader.failure()).toBeUndefined();
		await expect(textsOf()).rejects.toMatchObject({ name: "BucketError" });
		await deleteSiteRows(store, 1 as SiteNumber);
		await expect(sweep()).rejects.toMatchObject({ name: "BucketError" });

		await server.start();
		now += 60_000;
		await eventually(
			async () => objects.isThere(),
			(isThere) => isThere,
		);
		await load(chunk({ batch: ONE, site: 2 as SiteNumber }));
		expect(await textsOf()).toEqual([EVENTS]);
		await sweep();
		expect(names().map(([site]) => site)).toEqual(["2"]);
		expect(logged).toEqual([
			"Recordings cannot be written to their bucket; the event store keeps them until the bucket accepts them again",
			"Recordings are written to their bucket again",
		]);
	});

	it("are omitted, with a log line, if the bucket contains something else", async () => {
		await load(chunk({}));
		const [row] = await rows();
		if (!row) throw new Error("It was stored");
		await expect(objects.textsOf(row, [1, 2])).resolves.toBeUndefined();
		await objects.remove([row]);
		await expect(objects.textsOf(row, row.lengths)).resolves.toBeUndefined();
		expect(logged).toEqual([
			"An object in the bucket is not a chunk of a recording; it is skipped",
			"A chunk of a recording is missing from the bucket; it is skipped",
		]);
	});
});
