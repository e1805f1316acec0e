import { createHmac } from "node:crypto";
import { once } from "node:events";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { openEmbeddedQueue } from "@footfall/queue";
import {
	type Destination,
	type DestinationRegistry,
	NO_PROGRESS,
} from "@footfall/shared/destinations/destination";
import { RecordEnvelope } from "@footfall/shared/envelope/record-envelope";
import type { SiteNumber } from "@footfall/shared/ids";
import { silentLogger } from "@footfall/shared/logger";
import { encodeQueuedEvent } from "@footfall/shared/queued-event";
import { postgresHere } from "@footfall/testing/api/postgres";
import { bundleScript } from "@footfall/testing/bundle-script";
import { openFileRegistry } from "@footfall/testing/destinations/file-registry";
import { killScript } from "@footfall/testing/kill-script";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { report } from "@footfall/testing/reporters/promise-figures";
import { rounds } from "@footfall/testing/rounds";
import { missingS3 } from "@footfall/testing/s3/s3-distribution";
import { type S3Server, startS3 } from "@footfall/testing/s3/s3-server";
import { startLoaderOn } from "@footfall/testing/store/loader-on-disk";
import { testDirectory } from "@footfall/testing/test-directory";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { checkTarget, startDestinations } from "./start-destinations.ts";

const HOUR_MS = 3_600_000;
const ROUNDS = rounds(12, 250);
const WITHIN_MS = (12 + ROUNDS) * 20_000;
const SECRET = `whsec_${Buffer.from("a secret of the tests").toString("base64")}`;

const undo: (() => unknown)[] = [];
afterEach(async () => {
	for (const step of undo.splice(0).reverse()) await step();
});

const destination = (given: Partial<Destination> & Pick<Destination, "target">): Destination => ({
	...{ id: 1, version: 1, name: "Test", isPaused: false, secret: "", start: "history" },
	filter: { hasBots: false },
	...given,
});
const folder = (path: string) => ({ kind: "folder" as const, path });

const bot = {
	layers: ["ua_pattern" as const],
	...{ category: "search", matchedPattern: "example", name: "ExampleBot" },
	...{ operator: "Example", purpose: "search" },
};

interface StartOptions {
	directory?: string;
	/** A registry that behaves otherwise. */
	wrap?(registry: DestinationRegistry): DestinationRegistry;
}

/** A loader, and destinations beside it. */
const start = async (
	destinations: readonly Destination[],
	{ directory = testDirectory(), wrap = (registry) => registry }: StartOptions = {},
) => {
	const loading = await startLoaderOn(directory);
	undo.push(loading.stop);
	const registry = wrap(openFileRegistry(join(directory, "progress.json"), destinations));
	const run = () => {
		const running = startDestinations({
			...{ registry, store: loading.store, committed: loading.queue.committed },
			...{ logger: silentLogger, privateNetworks: true, pollMs: 5, retryMs: 5, gatherFilesMs: 0 },
			listMs: 5,
		});
		undo.push(running.close);
		return running;
	};
	const progressOf = async (id: number) => (await registry.claim(id, 0)) ?? NO_PROGRESS;
	return { ...loading, directory, registry, run, progressOf };
};

/** Requests that a receiver has taken. */
const startReceiver = async (
	answer: (requests: number) => number | Promise<number> = () => 200,
) => {
	const taken: { headers: IncomingMessage["headers"]; body: string }[] = [];
	let asked = 0;
	const server = createServer(async (request, response) => {
		const body = await text(request);
		response.statusCode = await answer(++asked);
		if (response.statusCode === 200) taken.push({ headers: request.headers, body });
		response.end();
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	undo.push(() => {
		server.close();
		server.closeAllConnections();
	});
	const { port } = server.address() as AddressInfo;
	const idsTaken = () =>
		taken.flatMap(({ body }) => (JSON.parse(body).data as { id: string }[]).map(({ id }) => id));
	return { url: `http://127.0.0.1:${port}/events`, taken, idsTaken, asked: () => asked };
};

const filesBelow = (path: string) =>
	readdirSync(path, { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".parquet"))
		.sort();

describe("a folder of Parquet files", () => {
	it("has a file for each site and hour, and its rows have the store's values", async () => {
		const path = join(testDirectory(), "events");
		const { append, loaded, run, store, progressOf } = await start([
			destination({ target: folder(path), filter: { hasBots: true } }),
		]);
		const hour = Date.now() - (Date.now() % HOUR_MS);
		const event = (id: string, given: object = {}) =>
			encodeQueuedEvent(queuedEvent({ id, site: 7 as SiteNumber, occurredAt: hour, ...given }));
		await append([
			event("a", { pageTitle: "größe ☃", urlParameters: { ref: "x" }, properties: '{"n":1.5}' }),
			event("b", { occurredAt: hour - HOUR_MS, revenue: "29.9", currency: "EUR", lcp: 12.5 }),
			event("c", { site: 8 as SiteNumber }),
			event("d", { bot }),
			event("a"),
		]);
		// In one delivery, and so in one file of each hour.
		await loaded();
		run();
		await expect.poll(async () => (await progressOf(1)).delivered).toBe(4);
		const at = (time: number) => {
			const iso = new Date(time).toISOString();
			return `date=${iso.slice(0, 10)}/hour=${iso.slice(11, 13)}`;
		};
		expect(filesBelow(path).map((name) => name.replace(/\/part-.*/, ""))).toEqual(
			[`site=7/${at(hour - HOUR_MS)}`, `site=7/${at(hour)}`, `site=8/${at(hour)}`].sort(),
		);
		const rows = await store.query(
			`SELECT site_id, event_id, page_title, url_parameters, JSONExtractFloat(properties, 'n') AS n, revenue, lcp, is_bot, bot_name,
				timestamp = fromUnixTimestamp64Milli({hour:Int64}, 'UTC') AS is_now, session_id != '' AS has_session
			FROM file('${path}/**/*.parquet', Parquet) ORDER BY event_id`,
			{ hour },
		);
		const plain = { site_id: 7, lcp: null, revenue: "", n: 0, is_bot: false, bot_name: "" };
		expect(rows).toEqual([
			expect.objectContaining({
				...{ ...plain, event_id: "a", n: 1.5, is_now: 1, has_session: 1 },
				...{ page_title: "größe ☃", url_parameters: '{"ref":"x"}' },
			}),
			expect.objectContaining({ ...plain, event_id: "b", revenue: "29.9", lcp: 12.5, is_now: 0 }),
			expect.objectContaining({ ...plain, event_id: "c", site_id: 8 }),
			expect.objectContaining({
				...{ ...plain, event_id: "d", is_bot: true, bot_name: "ExampleBot", has_session: 0 },
			}),
		]);
	});

	it("has the events of its filter alone, the chosen columns, and what came before only if it is asked for", async () => {
		const path = testDirectory();
		const columns = ["pathname"];
		const { append, loaded, run, store, progressOf } = await start([
			destination({
				...{ id: 1, target: folder(join(path, "new")), start: "now", columns },
				filter: { hasBots: false, sites: [1], types: ["pageview"] },
			}),
			destination({ id: 2, target: folder(join(path, "all")), columns }),
		]);
		await append([encodeQueuedEvent(queuedEvent({ id: "before" }))]);
		await loaded();
		run();
		await expect.poll(async () => (await progressOf(1)).position).not.toBe("");
		await append(
			[{}, { site: 2 as SiteNumber }, { type: "custom_event" as const, eventName: "x" }].map(
				(given, index) => encodeQueuedEvent(queuedEvent({ id: `after-${index}`, ...given })),
			),
		);
		await expect.poll(async () => (await progressOf(1)).filtered).toBe(2);
		await expect.poll(async () => (await progressOf(2)).delivered).toBe(4);
		const idsIn = async (name: string) => {
			const rows = await store.query<Record<string, unknown>>(
				`SELECT * FROM file('${path}/${name}/**/*.parquet', Parquet, auto) ORDER BY event_id`,
			);
			expect(Object.keys(rows[0] ?? {}).sort()).toEqual(
				expect.arrayContaining(["event_id", "pathname", "received_at", "site_id", "timestamp"]),
			);
			expect(rows[0]).not.toHaveProperty("page_title");
			return rows.map((row) => row["event_id"]);
		};
		expect(await idsIn("new")).toEqual(["after-0"]);
		expect(await idsIn("all")).toEqual(["after-0", "after-1", "after-2", "before"]);
	});

	it("that cannot be written is told in words, and gets everything once it can", async () => {
		const path = testDirectory();
		writeFileSync(join(path, "events"), "a file where the folder must be");
		const target = folder(join(path, "events", "footfall"));
		const { append, run, progressOf } = await start([destination({ target })]);
		expect(await checkTarget(destination({ target }), { privateNetworks: true })).toContain(
			"a file is where a folder must be",
		);
		await append([encodeQueuedEvent(queuedEvent({ id: "a" }))]);
		run();
		await expect
			.poll(async () => await progressOf(1))
			.toMatchObject({
				...{ phase: "failing", delivered: 0, lagEvents: 1 },
				failure: expect.stringContaining("a file is where a folder must be"),
			});
		rmSync(join(path, "events"));
		await expect
			.poll(async () => await progressOf(1))
			.toMatchObject({ phase: "running", failure: "", delivered: 1, lagEvents: 0 });
	});
});

describe("a destination over HTTP", () => {
	it("gets signed batches of envelopes with their sessions", async () => {
		const receiver = await startReceiver();
		const { append, run } = await start([
			destination({ target: { kind: "http", url: receiver.url }, secret: SECRET }),
		]);
		await append([
			encodeQueuedEvent(
				queuedEvent({ id: "a", properties: '{"b":[1]}', revenue: "5", currency: "EUR" }),
			),
		]);
		run();
		await expect.poll(receiver.idsTaken).toEqual(["a"]);
		const [{ headers, body } = { headers: {}, body: "" }] = receiver.taken;
		const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
		const key = Buffer.from(SECRET.slice(6), "base64");
		expect(headers["webhook-signature"]).toBe(
			`v1,${createHmac("sha256", key).update(signed).digest("base64")}`,
		);
		const { data, type } = JSON.parse(body);
		expect(type).toBe("events");
		expect(RecordEnvelope.parse(data[0])).toMatchObject({
			...{ id: "a", site: 1, properties: { b: [1] }, session: expect.any(String) },
			money: { revenue: "5", currency: "EUR" },
		});
		expect(body).not.toContain('"ip"');
	});

	it("is tried again with the same id after a failure, and delays no other destination", async () => {
		const path = join(testDirectory(), "events");
		const receiver = await startReceiver((requests) => (requests < 3 ? 503 : 200));
		const { append, run, progressOf } = await start([
			destination({ target: { kind: "http", url: receiver.url }, secret: SECRET }),
			destination({ id: 2, target: folder(path) }),
		]);
		await append([encodeQueuedEvent(queuedEvent({ id: "a" }))]);
		run();
		await expect.poll(async () => (await progressOf(2)).delivered).toBe(1);
		await expect.poll(receiver.idsTaken).toEqual(["a"]);
		await expect.poll(async () => (await progressOf(1)).failure).toBe("");
	});

	it("that answers with 410 is paused with the reason, and asked nothing more until it is resumed", async () => {
		let lists = 0;
		const receiver = await startReceiver((requests) => (requests === 1 ? 410 : 200));
		const { append, run, registry, progressOf } = await start(
			[destination({ target: { kind: "http", url: receiver.url }, secret: SECRET })],
			{
				wrap: (given) => ({
					...given,
					list: () => {
						lists++;
						return given.list();
					},
				}),
			},
		);
		await append([encodeQueuedEvent(queuedEvent({ id: "a" }))]);
		run();
		await expect
			.poll(async () => await progressOf(1))
			.toMatchObject({
				...{ phase: "paused", delivered: 0, failingSince: expect.any(Number) },
				failure: expect.stringContaining("it wants no events any more"),
			});
		const before = lists;
		await expect.poll(() => lists).toBeGreaterThan(before + 5);
		expect(receiver.asked()).toBe(1);
		await registry.save(1, { ...(await progressOf(1)), phase: "running" });
		await expect.poll(receiver.idsTaken).toEqual(["a"]);
		await expect
			.poll(async () => await progressOf(1))
			.toMatchObject({ phase: "running", failure: "", failingSince: 0 });
	});

	it("that is changed during a slow delivery delays no lease of another, and goes on after it", async () => {
		let [version, claims] = [1, 0];
		let finish: (status: number) => void = () => undefined;
		const slow = new Promise<number>((resolve) => {
			finish = resolve;
		});
		const receiver = await startReceiver((requests) => (requests === 1 ? slow : 200));
		const { append, run } = await start(
			[
				destination({ target: { kind: "http", url: receiver.url }, secret: SECRET }),
				destination({ id: 2, target: folder(testDirectory()) }),
			],
			{
				wrap: (given) => ({
					...given,
					list: async () => (await given.list()).map((one) => ({ ...one, version })),
					claim: (id, leaseMs) => {
						if (id === 2) claims++;
						return given.claim(id, leaseMs);
					},
				}),
			},
		);
		await append([encodeQueuedEvent(queuedEvent({ id: "a" }))]);
		run();
		await expect.poll(receiver.asked).toBe(1);
		version = 2;
		const before = claims;
		await expect.poll(() => claims).toBeGreaterThan(before + 5);
		expect(receiver.asked()).toBe(1);
		finish(200);
		await append([encodeQueuedEvent(queuedEvent({ id: "b" }))]);
		await expect.poll(receiver.idsTaken).toEqual(["a", "b"]);
	});

	it.each([
		"http://127.0.0.1:1/",
		"http://[::1]:1/",
		"http://localhost:1/",
		"http://[::ffff:10.0.0.1]:1/",
	])("is refused at an address of a private network: %s", async (url) => {
		const given = destination({ target: { kind: "http", url }, secret: SECRET });
		expect(await checkTarget(given, { privateNetworks: false })).toContain("private network");
	});
});

describe("a server of a private network", () => {
	/** A server that counts its connections, for a name that resolved to a public address when it was saved. */
	const startServer = async () => {
		let connections = 0;
		const server = createSocketServer((socket) => {
			connections++;
			socket.destroy();
		});
		await once(server.listen(0), "listening");
		undo.push(() => server.close());
		const { port } = server.address() as AddressInfo;
		return { port, connections: () => connections };
	};

	it.each(["localhost", "127.0.0.1"])(
		"is not connected to at %s, as a bucket, a broker, a database or a web server",
		async (host) => {
			const { port, connections } = await startServer();
			const names = { bucket: "lake", region: "eu", prefix: "", accessKeyId: "key" };
			const database = { database: "d", user: "u", schema: "public", table: "t", tls: false };
			const targets: Destination["target"][] = [
				{ kind: "s3", ...names, endpoint: `http://${host}:${port}` },
				{ kind: "kafka", brokers: [`${host}:${port}`], topic: "events", tls: false },
				{ kind: "kafka", brokers: [`${host}:${port}`], topic: "events", tls: true },
				{ kind: "postgres", ...database, host, port },
				{ kind: "http", url: `http://${host}:${port}/` },
			];
			const refusals = await Promise.all(
				targets.map((target) =>
					checkTarget(destination({ target, secret: SECRET }), { privateNetworks: false }),
				),
			);
			expect(refusals).toEqual(targets.map(() => expect.stringContaining("private network")));
			expect(connections()).toBe(0);
		},
	);
});

const postgres = postgresHere();

describe.runIf(postgres !== undefined)("a destination in PostgreSQL", () => {
	let server: Awaited<ReturnType<NonNullable<typeof postgres>["start"]>>;
	beforeAll(async () => {
		if (postgres) server = await postgres.start();
	});
	afterAll(() => server?.close());

	const createTable = async () => {
		const url = new URL((await server.createDatabase()).url);
		const target = {
			...{ kind: "postgres" as const, host: url.searchParams.get("host") ?? "", port: 5432 },
			...{ database: url.pathname.slice(1), user: "postgres", schema: "public" },
			...{ table: "footfall_events", tls: false },
		};
		const client = new pg.Client({ ...target, password: "" });
		await client.connect();
		undo.push(() => client.end());
		return { target, client };
	};

	it("has a row for each event with the columns' types, once however often it is delivered", async () => {
		const { target, client } = await createTable();
		const { append, run, directory, progressOf } = await start([destination({ target })]);
		await append([
			encodeQueuedEvent(queuedEvent({ id: "a", pageTitle: "nul \0 ☃", featureFlags: { a: "on" } })),
		]);
		run();
		await expect.poll(async () => (await progressOf(1)).delivered).toBe(1);
		for (const step of undo.splice(1).reverse()) await step();
		writeFileSync(join(directory, "progress.json"), "{}");
		const again = await start([destination({ target })], { directory });
		again.run();
		await expect.poll(async () => (await again.progressOf(1)).delivered).toBe(1);
		const { rows } = await client.query(
			"SELECT event_id, page_title, feature_flags->>'a' AS flag, pg_typeof(timestamp)::text AS time, lcp FROM footfall_events",
		);
		expect(rows).toEqual([
			{
				...{ event_id: "a", page_title: "nul  ☃", flag: "on", lcp: null },
				time: "timestamp with time zone",
			},
		]);
	});

	it("that another process has taken gets nothing more from this one, whose connection ends", async () => {
		const { target, client } = await createTable();
		const path = join(testDirectory(), "events");
		const taken = new Set<number>();
		const { append, run, progressOf } = await start(
			[destination({ target }), destination({ id: 2, target: folder(path) })],
			{
				wrap: (registry) => ({
					...registry,
					claim: async (id, leaseMs) => (taken.has(id) ? undefined : registry.claim(id, leaseMs)),
				}),
			},
		);
		const event = (id: string) => encodeQueuedEvent(queuedEvent({ id }));
		const connections = async () => {
			const { rows } = await client.query(
				"SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND pid != pg_backend_pid()",
			);
			return rows[0].count;
		};
		await append([event("a")]);
		const running = run();
		await expect.poll(async () => (await progressOf(1)).delivered).toBe(1);
		expect(await connections()).toBe(1);
		taken.add(1);
		await expect.poll(connections).toBe(0);
		await expect.poll(() => [...running.states().keys()]).toEqual([2]);
		await append([event("b")]);
		await expect.poll(async () => (await progressOf(2)).delivered).toBe(2);
		expect((await client.query("SELECT event_id FROM footfall_events")).rows).toEqual([
			{ event_id: "a" },
		]);
		expect(await connections()).toBe(0);
	});

	it("explains what to change", async () => {
		const { target } = await createTable();
		const check = (given: object) =>
			checkTarget(destination({ target: { ...target, ...given } }), { privateNetworks: true });
		expect(await check({})).toBe("");
		expect(await check({ database: "nowhere" })).toContain("the database does not exist");
		expect(await check({ schema: "nowhere" })).toContain("the schema does not exist");
	});
});

describe.runIf(missingS3() === undefined)("whatever is killed", () => {
	let s3: S3Server;
	let server: Awaited<ReturnType<NonNullable<typeof postgres>["start"]>> | undefined;
	let script = "";
	beforeAll(async () => {
		s3 = await startS3();
		server = await postgres?.start();
		script = await bundleScript(
			new URL(import.meta.resolve("@footfall/testing/destinations/deliver-until-killed")),
		);
	});
	afterAll(async () => {
		await s3?.remove();
		await server?.close();
	});

	it(
		"every destination has the store's events: files and PostgreSQL once, HTTP at least once",
		async (context) => {
			const directory = testDirectory();
			const receiver = await startReceiver();
			const { endpoint, bucket, region, accessKey, secretKey } = s3.settings;
			const url = server && new URL((await server.createDatabase()).url);
			const rows = {
				...{ kind: "postgres" as const, host: url?.searchParams.get("host") ?? "", port: 5432 },
				...{ database: url?.pathname.slice(1) ?? "", user: "postgres", schema: "public" },
				...{ table: "events", tls: false },
			};
			const destinations = [
				destination({ id: 1, target: folder(join(directory, "files")) }),
				destination({
					...{ id: 2, secret: secretKey },
					target: {
						...{ kind: "s3", bucket, region, endpoint, prefix: "warehouse/events" },
						accessKeyId: accessKey,
					},
				}),
				destination({ id: 3, target: { kind: "http", url: receiver.url }, secret: SECRET }),
				...(url ? [destination({ id: 4, target: rows })] : []),
			];
			writeFileSync(join(directory, "destinations.json"), JSON.stringify(destinations));
			const first = await start([], { directory });
			for (const step of undo.splice(-1)) await step();
			const appending = openEmbeddedQueue({ directory: join(directory, "queue") });
			const producer = appending.producer();
			const ids: string[] = [];
			for (let round = 0; round < ROUNDS; round++) {
				const events = Array.from({ length: 40 }, (_, index) =>
					queuedEvent({
						id: `${round}-${index}`,
						occurredAt: Date.now() - (index % 3) * HOUR_MS,
						site: (1 + (index % 2)) as SiteNumber,
						visitor: (index % 7).toString(16).padStart(16, "0"),
					}),
				);
				ids.push(...events.map(({ id }) => id));
				// One of them twice, as from a client that got no answer.
				for (const event of [...events, events[0]])
					if (event) await producer.append({ key: "", value: encodeQueuedEvent(event) });
				// Before, in and after deliveries and what is written down about them.
				await killScript(script, [directory], {
					lines: 1 + (round % 11),
					afterMs: (round * 7) % 40,
				});
			}
			await appending.close();
			const last = await start(destinations, { directory });
			await last.loaded();
			last.run();
			for (const { id } of destinations)
				await expect
					.poll(
						async () =>
							(await last.progressOf(id)).lagEvents === 0 && (await last.progressOf(id)).phase,
					)
					.toBe("running");
			const stored = await last.store.query<{ id: string }>("SELECT event_id AS id FROM events");
			const sorted = (found: readonly string[]) => [...found].sort();
			expect(sorted(stored.map(({ id }) => id))).toEqual(sorted(ids));
			await expect.poll(() => sorted([...new Set(receiver.idsTaken())])).toEqual(sorted(ids));

			const read = async (source: string) => {
				const found = await last.store.query<{ id: string }>(
					`SELECT event_id AS id FROM ${source}`,
				);
				return sorted(found.map(({ id }) => id));
			};
			await expect
				.poll(() => read(`file('${join(directory, "files")}/**/*.parquet', Parquet)`))
				.toEqual(sorted(ids));
			const objects = `${endpoint}/${bucket}/warehouse/events/**/*.parquet`;
			await expect
				.poll(() => read(`s3('${objects}', '${accessKey}', '${secretKey}', 'Parquet')`))
				.toEqual(sorted(ids));
			if (url) {
				const client = new pg.Client({ ...rows, password: "" });
				await client.connect();
				const idsOfRows = async () =>
					sorted(
						(await client.query("SELECT event_id FROM events")).rows.map((row) => row.event_id),
					);
				await expect.poll(idsOfRows).toEqual(sorted(ids));
				await client.end();
			}
			expect(first.directory).toBe(directory);
			report(
				context,
				"P29",
				`destinations killed ${ROUNDS} times: ${ids.length} events in ${destinations.length} of them, ${receiver.idsTaken().length - ids.length} again over HTTP`,
			);
		},
		WITHIN_MS,
	);
});
