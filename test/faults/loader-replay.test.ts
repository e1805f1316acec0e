import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedQueue, openEmbeddedQueue } from "@footfall/queue";
import { silentLogger } from "@footfall/shared/logger";
import { encodeQueuedEvent } from "@footfall/shared/queued-event";
import { pause } from "@footfall/shared/waiting/pause";
import {
	type EventStore,
	type Loader,
	migrateStore,
	openStore,
	startLoader,
} from "@footfall/store";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { createRandom } from "@footfall/testing/random";
import { report } from "@footfall/testing/reporters/promise-figures";
import { rounds } from "@footfall/testing/rounds";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const ROUNDS = rounds(3, 30);
const PER_ROUND = 400;
const POISON = [
	"",
	"not JSON",
	"[]",
	"[1]",
	'["identify",1]',
	'["identify",9,{}]',
	"\u0000\u0001",
	"[2,3",
];

let directory: string;
let queue: EmbeddedQueue;
let store: EventStore;
let loader: Loader;

const start = async () => {
	queue = openEmbeddedQueue({ directory: join(directory, "queue"), pollMs: 2, retryMs: 5 });
	store = openStore({ directory: join(directory, "store") });
	await migrateStore(store);
	loader = startLoader({
		store,
		consumer: queue.consumer({ minRecords: 1, maxWaitMs: 1, maxRecords: 300 }),
		logger: silentLogger,
		blockRecords: 70,
	});
};
const stop = async () => {
	await loader.close();
	await queue.close();
	await store.close();
};
const loaded = async () => {
	while (queue.depth().records > 0) await pause(2);
};
const storedIds = async () =>
	(await store.query<{ id: string }>("SELECT event_id AS id FROM events ORDER BY id")).map(
		({ id }) => id,
	);

beforeEach(async () => {
	directory = mkdtempSync(join(tmpdir(), "replay-"));
	await start();
});
afterEach(async () => {
	await stop();
	rmSync(directory, { recursive: true });
});

describe("a repeated event, and an invalid one", () => {
	it("is stored once or set aside at once, at any position, across restarts of the loader", async (context) => {
		const random = createRandom(19);
		const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
		const sent: string[] = [];
		let poison = 0;
		let repeated = 0;
		for (let round = 0; round < ROUNDS; round++) {
			const producer = queue.producer();
			const appends: Promise<void>[] = [];
			const append = (value: Uint8Array) => appends.push(producer.append({ key: "", value }));
			for (let index = 0; index < PER_ROUND; index++) {
				const earlier = pick(sent);
				if (random() < 0.05) {
					append(Buffer.from(pick(POISON) ?? ""));
					poison++;
				} else if (earlier !== undefined && random() < 0.1) {
					append(encodeQueuedEvent(queuedEvent({ id: earlier })));
					repeated++;
				} else {
					const id = `${round}-${index}`;
					sent.push(id);
					append(encodeQueuedEvent(queuedEvent({ id })));
				}
			}
			await Promise.all(appends);
			await producer.close();
			await loaded();
			await stop();
			await start();
		}
		expect(await storedIds()).toEqual([...sent].sort());
		const letters = queue.deadLetters();
		expect(letters.length).toBe(poison);
		expect(letters.every(({ reason }) => reason !== "")).toBe(true);

		expect(await queue.replayDeadLetters()).toBe(poison);
		await loaded();
		expect(await storedIds()).toEqual([...sent].sort());
		expect(queue.deadLetters().length).toBe(poison);
		expect(loader.counts()).toMatchObject({ events: 0, setAside: poison });
		report(
			context,
			"P6",
			`${repeated} of ${sent.length} events sent again over ${ROUNDS} restarts: one row each`,
		);
		report(
			context,
			"P19",
			`${poison} poison records at random places set aside with their reason at the first try, ${sent.length} events behind them stored`,
		);
	}, 600_000);
});
