import { mkdirSync, rmdirSync } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import { openEmbeddedQueue } from "@footfall/queue";
import { decodeQueuedEvent } from "@footfall/shared/queued-event";
import { eventually } from "@footfall/testing/eventually";
import { createGatewayDirectory, startGatewayTier } from "@footfall/testing/gateway/gateway-tier";
import { startTrackLoad, statusesOf } from "@footfall/testing/gateway/track-load";
import { accountsAt } from "@footfall/testing/product/event-ledger";
import { childrenOf } from "@footfall/testing/product/process-tree";
import { report } from "@footfall/testing/reporters/promise-figures";
import { rounds } from "@footfall/testing/rounds";
import { afterEach, describe, expect, it } from "vitest";

const ROUNDS = rounds(1, 10);

const undo: (() => unknown)[] = [];
afterEach(async () => {
	for (const step of undo.splice(0).reverse()) await step();
});

const emptyDirectory = () => {
	const directory = createGatewayDirectory();
	undo.push(directory.remove);
	return directory.path;
};

/** The ids of all events in a directory's queue, in order. */
const queuedIds = async (dataDirectory: string, count: number): Promise<string[]> => {
	const queue = openEmbeddedQueue({ directory: `${dataDirectory}/queue`, pollMs: 5 });
	const ids: string[] = [];
	const consumer = queue.consumer({ minRecords: 1, maxWaitMs: 1, maxRecords: 5_000 });
	consumer.start({
		assigned: async () => {},
		revoked: async () => {},
		damaged: (_partition, offset, reason) => {
			throw new Error(`Record ${offset} is damaged: ${reason}`);
		},
		handle: async ({ records }) => {
			ids.push(...records.map(({ value }) => decodeQueuedEvent(value).id));
		},
	});
	await eventually(
		async () => ids.length,
		(length) => length >= count,
	);
	await queue.close();
	return ids;
};

describe("a rolling restart under load", () => {
	it(`answers every request with a success, keeps every event and every count, ${ROUNDS} times`, async (context) => {
		const directory = emptyDirectory();
		const tier = await startGatewayTier(directory, { workers: 2 });
		undo.push(() => tier.stop("SIGKILL"));
		const load = startTrackLoad(tier.url, { senders: 20, pauseMs: 5 });
		await eventually(
			async () => load.replies.length,
			(length) => length > 200,
		);
		for (let round = 0; round < ROUNDS; round++) {
			const done = tier.says("Rolling restart finished");
			process.kill(tier.pid, "SIGHUP");
			await done;
		}
		const replies = await load.stop();
		expect(statusesOf(replies)).toEqual({ 200: replies.length });

		const accounts = await accountsAt(tier.url);
		expect(accounts).toMatchObject({
			received: replies.length,
			inFlight: 0,
			rejected: 0,
			unaccounted: 0,
		});
		expect(await tier.stop()).toBe(0);
		const ids = await queuedIds(directory, replies.length);
		expect([...ids].sort()).toEqual(replies.map(({ id }) => id).sort());
		report(
			context,
			"P5",
			`${ROUNDS * 2} workers replaced under load: ${replies.length} requests, 0 failed, ${ids.length} queued once`,
		);
	}, 300_000);

	it("happens once, however often it is requested", async () => {
		const tier = await startGatewayTier(emptyDirectory(), { workers: 2 });
		undo.push(() => tier.stop("SIGKILL"));
		const [begins, done] = [
			tier.says("Rolling restart started"),
			tier.says("Rolling restart finished"),
		];
		process.kill(tier.pid, "SIGHUP");
		await begins;
		process.kill(tier.pid, "SIGHUP");
		await done;
		expect(tier.log().filter(({ msg }) => msg === "Worker replaced")).toHaveLength(2);
	});

	it("keeps the old workers when no new one can start", async () => {
		const directory = emptyDirectory();
		const ranges = join(directory, "ranges");
		mkdirSync(ranges);
		const tier = await startGatewayTier(directory, {
			workers: 2,
			environment: { BOT_RANGES: ranges },
		});
		undo.push(() => tier.stop("SIGKILL"));
		rmdirSync(ranges);
		const givenUp = tier.says("Rolling restart aborted: the new worker did not start");
		process.kill(tier.pid, "SIGHUP");
		await givenUp;
		const load = startTrackLoad(tier.url, { senders: 4, most: 40 });
		expect(
			await eventually(
				async () => statusesOf(load.replies),
				({ 200: n }) => n === 40,
			),
		).toEqual({ 200: 40 });
		await load.stop();
		const text = await (await fetch(`${tier.url}/metrics`)).text();
		expect(text).toMatch(/^footfall_workers 2$/m);
	});
});

describe("a worker that dies", () => {
	it("is replaced, and the others keep running", async () => {
		const tier = await startGatewayTier(emptyDirectory(), { workers: 2 });
		undo.push(() => tier.stop("SIGKILL"));
		const [victim] = childrenOf(tier.pid);
		if (victim === undefined) throw new Error("A tier that is ready has workers");
		const replaced = tier.says("Ready");
		process.kill(victim, "SIGKILL");
		const load = startTrackLoad(tier.url, { senders: 4, pauseMs: 5, name: "after" });
		await replaced;
		const statuses = statusesOf(await load.stop());
		// Connections of the dead worker are broken; no client gets an error response.
		const { 0: broken = 0, 200: stored = 0, ...others } = statuses;
		expect([broken < 5, stored > 0, others]).toEqual([true, true, {}]);
	});
});

describe("a gateway that receives SIGTERM", () => {
	it("is unready at once on existing connections, and exits cleanly within ten seconds", async () => {
		const tier = await startGatewayTier(emptyDirectory(), {
			workers: 2,
			// A separate gateway collects whether or not its api answers.
			environment: { API_URL: "http://127.0.0.1:9", INTERNAL_TOKEN: "a".repeat(32) },
		});
		undo.push(() => tier.stop("SIGKILL"));
		const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
		const ready = () =>
			new Promise<number>((resolve, reject) => {
				http
					.get(`${tier.url}/ready`, { agent }, (response) => {
						response.resume();
						response.on("end", () => resolve(response.statusCode ?? 0));
					})
					.on("error", reject);
			});
		expect(await ready()).toBe(200);
		const startedAt = performance.now();
		const stopped = tier.stop();
		expect(await eventually(ready, (status) => status !== 200)).toBe(503);
		expect(await stopped).toBe(0);
		expect(performance.now() - startedAt).toBeLessThan(10_000);
		agent.destroy();
	});
});
