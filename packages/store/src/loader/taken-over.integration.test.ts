import { join } from "node:path";
import { openEmbeddedQueue } from "@footfall/queue";
import { silentLogger } from "@footfall/shared/logger";
import { encodeQueuedEvent } from "@footfall/shared/queued-event";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { missingClickHouse, startClickHouse } from "@footfall/testing/store/clickhouse-server";
import { testDirectory } from "@footfall/testing/test-directory";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openStore } from "../client/client.ts";
import type { EventStore } from "../client/event-store.ts";
import { openServer } from "../schema/open-server.ts";
import { startLoader } from "./loader.ts";

const opened: { close(): Promise<void> }[] = [];
afterAll(async () => {
	for (const one of opened.reverse()) await one.close();
});

/** Of the embedded queue. */
const FIRST_OFFSET = 1;

describeWithEngine("a loader on a server", missingClickHouse(), () => {
	let store: EventStore;
	/** A killed loader's connection: the server goes on with what it was sent. */
	let killed: EventStore;
	beforeAll(async () => {
		const server = await startClickHouse();
		opened.push(server);
		const url = await server.createDatabase();
		store = await openServer({ url });
		killed = openStore({ url });
		opened.push(killed, store);
		// Each row takes a while: the insert is under way until the next loader has started.
		await store.command("ALTER TABLE events ADD CONSTRAINT slow CHECK sleepEachRow(0.3) = 0");
	});

	it("waits for the insert that a killed one left running, and stores none of its rows again", async () => {
		const directory = testDirectory();
		const queue = openEmbeddedQueue({ directory: join(directory, "queue"), pollMs: 2 });
		const producer = queue.producer();
		const events = Array.from({ length: 6 }, (_, index) => queuedEvent({ id: `event-${index}` }));
		await Promise.all(
			events.map((event) => producer.append({ key: "", value: encodeQueuedEvent(event) })),
		);
		await producer.close();
		const options = { minRecords: 1, maxWaitMs: 1, maxRecords: 100 };
		let taken = 0;
		let leftRunning: Promise<void> | undefined;
		const loader = startLoader({
			store: {
				...store,
				insertsEnded: async (tokenStart) => {
					// What the killed loader's block was: fewer records than this one reads.
					const columns = ["site_id", "timestamp", "event_id", "source", "source_offset"];
					const rows = events
						.slice(0, 4)
						.map(({ site, id }, index) => [
							...[site, new Date().toISOString().slice(0, 19).replace("T", " "), id],
							...[tokenStart.slice(0, -1), FIRST_OFFSET + index],
						]);
					leftRunning ??= killed.insert("events", columns, rows, {
						deduplicationToken: `${tokenStart}events:1-4`,
					});
					await expect
						.poll(() =>
							store.query(
								"SELECT 1 FROM system.processes WHERE query LIKE 'INSERT INTO%' UNION DISTINCT SELECT 1 FROM events",
							),
						)
						.toHaveLength(1);
					await store.insertsEnded?.(tokenStart);
					taken++;
				},
			},
			consumer: queue.consumer(options),
			logger: silentLogger,
		});
		await expect.poll(() => queue.depth().records).toBe(0);
		await leftRunning;
		await loader.close();
		await queue.close();
		const stored = await store.query<{ id: string }>(
			"SELECT event_id AS id FROM events ORDER BY id",
		);
		expect([taken, stored.map(({ id }) => id)]).toEqual([1, events.map(({ id }) => id)]);
		expect(loader.counts()).toMatchObject({ alreadyStored: 4, events: 2 });
	});
});
