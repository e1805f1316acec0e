import { rmSync } from "node:fs";
import { join } from "node:path";
import { openEmbeddedQueue } from "@footfall/queue";
import { eventually } from "@footfall/testing/eventually";
import { createGatewayDirectory } from "@footfall/testing/gateway/gateway-tier";
import { runGateway } from "@footfall/testing/gateway/running-gateway";
import { startTrackLoad, statusesOf } from "@footfall/testing/gateway/track-load";
import { accountsAt } from "@footfall/testing/product/event-ledger";
import { report } from "@footfall/testing/reporters/promise-figures";
import { afterEach, describe, expect, it } from "vitest";

const undo: (() => unknown)[] = [];
afterEach(async () => {
	for (const step of undo.splice(0).reverse()) await step();
});

/** A queue so small that it is full within a second, unless a loader takes something out. */
const createSmallQueue = () => {
	const directory = createGatewayDirectory();
	undo.push(directory.remove);
	const path = join(directory.path, "queue");
	const queue = openEmbeddedQueue({ directory: path, maxBytes: 200_000, pollMs: 5 });
	undo.push(() => queue.close());
	return {
		queue,
		/** Drains the queue from now on. */
		drain: () =>
			queue.consumer({ minRecords: 1, maxWaitMs: 1, maxRecords: 1_000 }).start({
				assigned: async () => {},
				revoked: async () => {},
				damaged: () => {},
				handle: async () => {},
			}),
		remove: () => rmSync(path, { recursive: true }),
	};
};

describe("a gateway that cannot store", () => {
	it("becomes unready within five seconds, stays alive, and is ready again by itself", async (context) => {
		const { queue, drain } = createSmallQueue();
		const running = await runGateway({ producer: queue.producer() });
		undo.push(running.stop);
		const ask = async (path: string) => {
			const response = await fetch(running.url + path);
			return { status: response.status, body: await response.json() };
		};
		const alive: number[] = [];
		const watch = async () => alive.push((await ask("/healthz")).status);

		expect((await ask("/ready")).status).toBe(200);
		const load = startTrackLoad(running.url, { senders: 20 });
		await eventually(
			async () => load.replies,
			(replies) => replies.some(({ status }) => status === 503),
		);
		const refusedAt = performance.now();
		const unready = await eventually(
			() => ask("/ready"),
			({ status }) => status === 503,
			5_000,
		);
		const toldAfterMs = performance.now() - refusedAt;
		await watch();
		expect(unready.body).toMatchObject({ ready: false, configuration: true, queue: false });
		expect(unready.body.reason).toContain("200000 bytes");
		// A refusal counts at once, the age of queued records from the next check of the queue.
		await eventually(
			() => ask("/ready"),
			({ body }) => body.oldestQueuedMs > 0,
			5_000,
		);
		const replies = await load.stop();
		await watch();

		drain();
		await eventually(
			() => ask("/ready"),
			({ status }) => status === 200,
			10_000,
		);
		await watch();
		expect(alive).toEqual([200, 200, 200]);

		const statuses = statusesOf(replies);
		const { 200: stored = 0, 503: refused = 0, ...others } = statuses;
		expect([stored > 0, refused > 0, others]).toEqual([true, true, {}]);
		expect(await accountsAt(running.url)).toMatchObject({
			received: stored + refused,
			rejected: refused,
			unaccounted: 0,
		});
		report(
			context,
			"P18",
			`unready ${toldAfterMs.toFixed(0)} ms after the first refusal (${stored} stored, ${refused} refused), ready again by itself`,
		);
	});

	it("is unready before the first event arrives", async () => {
		const { queue } = createSmallQueue();
		const producer = queue.producer();
		const running = await runGateway({
			producer: {
				...producer,
				health: async () => ({
					...(await producer.health()),
					canStore: false,
					reason: "disk full",
				}),
			},
		});
		undo.push(running.stop);
		const { body } = await eventually(
			async () => {
				const response = await fetch(`${running.url}/ready`);
				return { status: response.status, body: await response.json() };
			},
			({ status }) => status === 503,
			5_000,
		);
		expect(body.reason).toBe("disk full");
		expect((await accountsAt(running.url)).received).toBe(0);
	});
});
