import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readQueue } from "@footfall/testing/queue/read-queue";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { copyQueue, sizeOfQueueCopy } from "./copy-queue.ts";
import { openEmbeddedQueue } from "./embedded-queue.ts";

const BATCHES = { minRecords: 1, maxWaitMs: 1, maxRecords: 10 };

let root: string;
let directory: string;
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), "copy-queue-"));
	directory = join(root, "queue");
});
afterEach(() => rmSync(root, { recursive: true }));

const value = (name: string) => Buffer.from(name.padEnd(200, "."));
const namesOf = async (queue: string) => {
	const { names, damaged } = await readQueue(queue);
	return { names: names.map((name) => name.replace(/\.+$/, "")), damaged };
};

describe("a copy of a queue", () => {
	it("contains everything acknowledged and not committed, while more is appended", async () => {
		const queue = openEmbeddedQueue({ directory, segmentBytes: 20_000 });
		const producer = queue.producer();
		let appended = 0;
		let isStopped = false;
		const acknowledged: string[] = [];
		const append = async () => {
			while (!isStopped) {
				const name = `record-${appended++}`;
				await producer.append({ key: "", value: value(name) });
				acknowledged.push(name);
			}
		};
		const appending = Promise.all([append(), append(), append()]);
		const consumed: string[] = [];
		const consumer = queue.consumer(BATCHES);
		consumer.start({
			assigned: async () => {},
			revoked: async () => {},
			handle: async ({ records }) => {
				for (const record of records)
					consumed.push(Buffer.from(record.value).toString().replace(/\.+$/, ""));
			},
			damaged: () => {},
		});
		await expect.poll(() => consumed.length).toBeGreaterThan(200);
		const copy = join(root, "copy");
		const before = await consumer.hold?.(async () => {
			const known = { committed: [...consumed], acknowledged: [...acknowledged] };
			await copyQueue(directory, copy);
			return known;
		}, 30_000);
		isStopped = true;
		await appending;
		await queue.close();

		const { names, damaged } = await namesOf(copy);
		const committed = new Set(before?.committed);
		expect(damaged).toBe(0);
		expect(names.filter((name) => committed.has(name))).toEqual([]);
		const copied = new Set(names);
		expect(
			before?.acknowledged.filter((name) => !committed.has(name) && !copied.has(name)),
		).toEqual([]);
		expect(copied.size).toBe(names.length);
	});

	it("continues with unused offsets, and keeps the queue's name and its dead letters", async () => {
		const queue = openEmbeddedQueue({ directory });
		const producer = queue.producer();
		await producer.append({ key: "", value: value("first") });
		const consumer = queue.consumer(BATCHES);
		await consumer.setAside("partition/0", { offset: 1, value: value("first") }, "odd");
		const copy = join(root, "copy");
		expect(sizeOfQueueCopy(directory)).toBeGreaterThan(200);
		await copyQueue(directory, copy);
		await queue.close();

		expect(readFileSync(join(copy, "queue.json"))).toEqual(
			readFileSync(join(directory, "queue.json")),
		);
		const again = openEmbeddedQueue({ directory: copy });
		await again.producer().append({ key: "", value: value("second") });
		expect(again.deadLetters().map(({ reason }) => reason)).toEqual(["odd"]);
		await again.close();
		const segments = readdirSync(join(copy, "log-0")).filter((name) => name.endsWith(".log"));
		expect(segments).toHaveLength(2);
		expect((await namesOf(copy)).names).toEqual(["first", "second"]);
	});

	it("never reuses an offset that the queue itself assigns afterwards, even if its log was closed", async () => {
		const offsets: Record<string, number> = {};
		/** Appends a record to a queue that was closed, and reads all of its records. */
		const appendTo = async (queue: string, name: string) => {
			const opened = openEmbeddedQueue({ directory: queue, pollMs: 2 });
			await opened.producer().append({ key: "", value: value(name) });
			const consumer = opened.consumer(BATCHES);
			consumer.start({
				assigned: async () => {},
				revoked: async () => {},
				handle: async ({ records }) => {
					for (const record of records)
						offsets[Buffer.from(record.value).toString().replace(/\.+$/, "")] = record.offset;
				},
				damaged: () => {
					throw new Error("A record of the copy is damaged");
				},
			});
			await expect.poll(() => offsets[name]).toBeDefined();
			await opened.close();
		};
		await appendTo(directory, "before");
		const copy = join(root, "copy");
		await copyQueue(directory, copy);
		await appendTo(directory, "of the queue");
		await appendTo(copy, "of the copy");
		expect(offsets["of the copy"]).toBeGreaterThan((offsets["of the queue"] ?? 0) + 1000);
	});

	it("of a missing queue is empty", async () => {
		await copyQueue(directory, join(root, "copy"));
		expect(readdirSync(join(root, "copy"))).toEqual(["dead-letters"]);
		expect(sizeOfQueueCopy(directory)).toBe(0);
	});
});
