import { gzipSync } from "node:zlib";
import { replayEvents } from "@footfall/reports/replays/replay-events";
import { createRunSql } from "@footfall/reports/report/report";
import { silentLogger } from "@footfall/shared/logger";
import {
	createReplayObjects,
	type EventStore,
	openBucket,
	type ReplayObjects,
	startReplaySweep,
} from "@footfall/store";
import { startWithEvents } from "@footfall/testing/api/start-with-events";
import { type PopulatedApi, startPopulatedApi } from "@footfall/testing/api/test-api";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { missingS3 } from "@footfall/testing/s3/s3-distribution";
import { type S3Server, startS3 } from "@footfall/testing/s3/s3-server";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { exportedReplays } from "../admin/exported-replays.ts";

const START = Date.UTC(2026, 10, 20, 10);
const HALF_AN_HOUR_MS = 30 * 60_000;

interface Chunk {
	batch: number;
	chunk?: number;
	part?: number;
	parts?: number;
	times: number[];
	texts?: string[];
	isInBucket?: boolean;
}

describeWithEngine("a recording in a bucket", missingS3(), () => {
	let server: S3Server;
	let objects: ReplayObjects;
	let store: EventStore;
	let api: PopulatedApi;
	let close: () => Promise<void>;
	let numberOfObjects = 0;

	beforeAll(async () => {
		server = await startS3();
		const bucket = openBucket({ ...server.settings, prefix: "" });
		objects = createReplayObjects({ bucket, logger: silentLogger });
		const options = { replayObjects: objects };
		({ api, store, close } = await startWithEvents(startPopulatedApi, options));
	});
	afterAll(async () => {
		await close();
		await server.remove();
	});
	beforeEach(async () => {
		await store.command("TRUNCATE TABLE replay_chunks");
		await store.command("TRUNCATE TABLE replay_objects");
	});

	const site = () => api.site.siteId;
	const textsOf = ({ batch, times, texts }: Chunk) =>
		texts ?? times.map((time) => `{"type":3,"timestamp":${time},"data":${batch}}`);

	/** Stores chunks as the loader does, in the bucket by default. */
	const record = async (...chunks: Chunk[]) => {
		const rows: unknown[][] = [];
		for (const given of chunks) {
			const { batch, chunk = 0, part = 0, parts = 1, times, isInBucket = true } = given;
			const texts = textsOf(given);
			const object = isInBucket ? String(++numberOfObjects) : "0";
			const name = { site: site(), session: "1", object };
			if (isInBucket) {
				const stored = await objects.put([{ object: name, events: gzipSync(texts.join("")) }]);
				expect(stored).toBe(true);
				const written = [[object, site(), "1", Date.now() - HALF_AN_HOUR_MS]];
				const columns = ["object", "site_id", "session_id", "written_at"];
				await store.insert("replay_objects", columns, written);
			}
			const [first = 0, last = 0] = [times[0], times.at(-1)];
			rows.push([
				...[site(), "1", batch, chunk, part, parts, START + first, START + last],
				...["2100-01-01 00:00:00", times.length, texts.join("").length, first, last, times],
				...[object, isInBucket ? texts.map((text) => Buffer.byteLength(text)) : []],
				isInBucket ? [] : texts,
			]);
		}
		await store.insert(
			"replay_chunks",
			[
				...["site_id", "session_id", "batch_id", "chunk", "part", "parts", "timestamp", "ended_at"],
				...["keep_until", "event_count", "byte_count", "first_time", "last_time", "times"],
				...["object", "lengths", "events"],
			],
			rows,
		);
	};

	const path = () => `/api/sites/${site()}/session-replay/0000000000000001`;
	const ask = (method = "GET") => api.ask(path(), { method, headers: api.as.owner });
	const played = async () => (await ask()).body as { events: unknown[] };

	it("equals one in the store, wherever each chunk is", async () => {
		const chunk = fc.record({
			times: fc.array(fc.nat(50), { minLength: 1, maxLength: 4 }),
			isInBucket: fc.boolean(),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(chunk, { minLength: 1, maxLength: 24 }), async (given) => {
				const padding = "x".repeat(60_000);
				const chunks = given.map(({ times, isInBucket }, batch) => {
					const sorted = times.sort((one, other) => one - other);
					const texts = sorted.map(
						(time, place) =>
							`{"type":3,"timestamp":${time},"data":["${padding}",${batch},${place}]}`,
					);
					return { batch: batch * 37, times: sorted, texts, isInBucket };
				});
				const playedFrom = async (isInBucket?: boolean) => {
					await store.command("TRUNCATE TABLE replay_chunks");
					await record(
						...chunks.map((one) => (isInBucket === undefined ? one : { ...one, isInBucket })),
					);
					const events = (await played()).events as { timestamp: number; data: unknown[] }[];
					return events.map(({ timestamp, data: [, ...place] }) => [timestamp, ...place]);
				};
				const fromStore = await playedFrom(false);
				expect(fromStore).toHaveLength(chunks.flatMap(({ times }) => times).length);
				expect(await playedFrom()).toEqual(fromStore);
			}),
			{ numRuns: 4 },
		);
	});

	it("joins events that came in parts, and omits incomplete ones", async () => {
		const half = { times: [7], parts: 2 };
		await record(
			{ ...half, batch: 1, chunk: 0, part: 0, texts: ['{"type":2,"time'] },
			{ ...half, batch: 1, chunk: 1, part: 1, texts: ['stamp":7,"data":"é"}'] },
			{ ...half, batch: 2, chunk: 1, part: 1, texts: ['stamp":7,"data":"lost"}'] },
			{ batch: 3, times: [8] },
		);
		expect((await played()).events).toEqual([
			{ type: 2, timestamp: 7, data: "é" },
			{ type: 3, timestamp: 8, data: 3 },
		]);
	});

	it("is exported with its events", async () => {
		const given: Chunk[] = [
			{ batch: 1, times: [1, 2] },
			{ batch: 2, times: [3], isInBucket: false },
		];
		await record(...given);
		const rows: Record<string, unknown>[] = [];
		for await (const row of exportedReplays(store, { site: site() }, objects)) rows.push(row);
		expect(rows.map(({ events }) => events)).toEqual(given.map(textsOf));
		expect(Object.keys(rows[0] ?? {})).not.toContain("object");
		const withoutBucket = exportedReplays(store, { site: site() })[Symbol.asyncIterator]();
		await expect(withoutBucket.next()).rejects.toThrow("set REPLAY_BUCKET");
	});

	it("cannot be shown while the bucket is unreachable, and is deleted from it once it is back", async () => {
		await record({ batch: 1, times: [1, 2] });
		const logged: string[] = [];
		const say = (_fields: object, message: string) => void logged.push(message);
		const logger = { info: say, warn: say, error: say };
		const sweep = startReplaySweep({ store, objects, logger });
		await server.stop();
		expect(await ask()).toMatchObject({
			status: 503,
			body: {
				code: "UNAVAILABLE",
				error: "The bucket that holds this recording does not respond at the moment",
			},
		});
		const list = await api.ask(`/api/sites/${site()}/session-replay/list`, {
			headers: api.as.owner,
		});
		expect(list.status).toBe(200);
		expect((await ask("DELETE")).status).toBe(200);
		expect((await ask()).status).toBe(404);
		await sweep.now();
		await sweep.now();
		await server.start();
		await sweep.now();
		await sweep.close();
		expect(logged).toEqual([
			"Deleted recordings could not be removed from their bucket; retrying every minute",
			"Deleted recordings are removed from their bucket again",
		]);
		expect(
			server
				.names()
				.filter((name) => name.includes(BigInt(numberOfObjects).toString(16).padStart(16, "0"))),
		).toEqual([]);
	});

	it("cannot be shown by a server without a configured bucket", async () => {
		await record({ batch: 1, times: [1, 2] });
		const events = replayEvents({
			runSql: createRunSql(store),
			objects: undefined,
			site: site(),
			session: "1",
		});
		await expect(events.next()).rejects.toMatchObject({
			status: 503,
			message:
				"This recording is in a bucket, but this server has none configured: set REPLAY_BUCKET",
		});
	});
});
