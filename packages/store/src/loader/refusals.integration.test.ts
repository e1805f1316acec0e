import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BatchHandler, Consumer, QueueRecord } from "@footfall/queue";
import type { SiteNumber } from "@footfall/shared/ids";
import { silentLogger } from "@footfall/shared/logger";
import { encodeQueuedEvent, type QueuedEvent } from "@footfall/shared/queued-event";
import { encodeQueuedIdentify } from "@footfall/shared/queued-identify";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { type LoaderOnDisk, startLoaderOn } from "@footfall/testing/store/loader-on-disk";
import { openStoreOn } from "@footfall/testing/store/open-store-on";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EventStore } from "../client/client.ts";
import { StoreError } from "../client/store-error.ts";
import { startLoader } from "./loader.ts";

const HOUR_MS = 3_600_000;

let directory: string;
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "refusals-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

const hex = (number: number) => number.toString(16).padStart(16, "0");

describe("events that arrive hours late", () => {
	let running: LoaderOnDisk;
	beforeEach(async () => {
		running = await startLoaderOn(directory);
	});
	afterEach(() => running.stop());

	const load = async (events: QueuedEvent[]) => {
		await running.append(events.map(encodeQueuedEvent));
		await running.loaded();
		const [row] = await running.store.query<{ events: number; sessions: number }>(
			"SELECT count() AS events, uniqExact(session_id) AS sessions FROM events",
		);
		return row;
	};

	it("are stored though there are eight thousand of them, of 300 users", async () => {
		const began = Date.now() - 3 * HOUR_MS;
		const events = Array.from({ length: 8000 }, (_, index) =>
			queuedEvent({
				id: `late-${index}`,
				occurredAt: began + index,
				visitor: hex(index % 300),
				identifiedUser: `user-${index % 300}`,
			}),
		);
		expect(await load(events)).toEqual({ events: 8000, sessions: 300 });
		expect(running.loader.counts()).toMatchObject({ events: 8000, setAside: 0 });
	}, 60_000);

	it("are stored though each names another user in 250 characters that have to be escaped", async () => {
		const texts = ["'", "\\", "\n", "😀", "ä"].map((one) => one.repeat(250 / one.length));
		const events = Array.from({ length: 3000 }, (_, index) =>
			queuedEvent({
				id: `long-${index}`,
				occurredAt: Date.now() - 5 * HOUR_MS - index,
				visitor: hex(index),
				identifiedUser: `${index}${texts[index % 5]}`,
			}),
		);
		expect(await load(events)).toEqual({ events: 3000, sessions: 3000 });
	}, 60_000);

	it("of any year do not keep those of other sites waiting", async () => {
		const events = Array.from({ length: 300 }, (_, index) =>
			queuedEvent({
				id: `old-${index}`,
				occurredAt: Date.UTC(2001, 0, 1 + 30 * index),
				visitor: hex(index),
			}),
		);
		events.push(queuedEvent({ id: "now", site: 2 as SiteNumber }));
		expect(await load(events)).toEqual({ events: 301, sessions: 301 });
	}, 60_000);
});

describe("a store that refuses statements", () => {
	const poisonOf = (user: string) => /poison-(\d+)/.exec(user)?.[1];

	/** Refuses whatever names a poisonous user, with the code in its name, and now and then fails for another reason. */
	const refusing = (store: EventStore): EventStore => {
		let calls = 0;
		const check = (given: unknown) => {
			if (++calls % 23 === 0) throw new StoreError("the network failed", 210);
			const code = poisonOf(
				JSON.stringify(given, (_key, value) => (typeof value === "bigint" ? `${value}` : value)) ??
					"",
			);
			if (code) throw new StoreError("refused", Number(code));
		};
		return {
			...store,
			query: async (sql, parameters, options) => {
				check(parameters);
				return store.query(sql, parameters, options);
			},
			insert: async (table, columns, rows, options) => {
				check(rows);
				return store.insert(table, columns, rows, options);
			},
		};
	};

	it.each([1, 2, 37, 400])(
		"loses the records at fault alone, of %i",
		async (many) => {
			const store = await openStoreOn(join(directory, "store"));
			const aside: number[] = [];
			let handler: BatchHandler | undefined;
			const consumer: Consumer = {
				start: (given) => {
					handler = given;
				},
				setAside: async (_partition, { offset }) => {
					aside.push(offset);
				},
				close: () => Promise.resolve(),
			};
			const loader = startLoader({
				...{ store: refusing(store), consumer, logger: silentLogger, blockRecords: 150 },
			});
			const codes = [62, 117, 36, 457];
			const isPoison = (offset: number) => offset % 61 === 0;
			const records = Array.from({ length: many }, (_, offset): QueueRecord => {
				const user = isPoison(offset)
					? `poison-${codes[offset % codes.length]}`
					: `user-${offset % 50}`;
				const at = Date.now() - (offset % 2 === 0 ? 3 * HOUR_MS : 0);
				const record = { visitor: hex(offset), receivedAt: Date.now() };
				const value =
					offset % 5 === 4
						? encodeQueuedIdentify({
								...{ ...record, id: `i${offset}`, site: 1 as SiteNumber, isNewIdentify: true },
								...{ user, traits: { plan: user } },
							})
						: encodeQueuedEvent(
								queuedEvent({ ...record, id: `e${offset}`, occurredAt: at, identifiedUser: user }),
							);
				return { offset, value: Buffer.from(value) };
			});
			await handler?.assigned("queue/1");
			const attempt = async (): Promise<void> => {
				try {
					await handler?.handle({ partition: "queue/1", records });
				} catch {
					await attempt();
				}
			};
			await attempt();
			const expected = records.map(({ offset }) => offset);
			expect(aside.sort((one, other) => one - other)).toEqual(expected.filter(isPoison));
			const stored = await store.query<{ offset: number }>(
				"SELECT source_offset AS offset FROM events ORDER BY offset",
			);
			expect(stored.map(({ offset }) => offset)).toEqual(
				expected.filter((offset) => !isPoison(offset) && offset % 5 !== 4),
			);
			await loader.close();
			await store.close();
		},
		60_000,
	);
});
