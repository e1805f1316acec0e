import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "@footfall/testing/eventually";
import { afterEach, describe, expect, it } from "vitest";
import type { ReaderOptions, ReadItem } from "../driver/reader.ts";
import { openEmbeddedQueue } from "./embedded-queue.ts";
import { openEmbeddedReader } from "./embedded-reader.ts";

const undo: (() => unknown)[] = [];
afterEach(async () => {
	for (const each of undo.splice(0).reverse()) await each();
});

const openQueue = (segmentBytes?: number) => {
	const directory = mkdtempSync(join(tmpdir(), "queue-reader-"));
	undo.push(() => rmSync(directory, { recursive: true }));
	const queue = openEmbeddedQueue({
		directory,
		pollMs: 2,
		retryMs: 5,
		...(segmentBytes !== undefined && { segmentBytes }),
	});
	undo.push(queue.close);
	const producer = queue.producer();
	let next = 0;
	/** Appends numbered records, one commit each. */
	const append = async (count: number) => {
		for (let end = next + count; next < end; next++)
			await producer.append({ key: "", value: `record ${next}` });
	};
	return { directory, queue, append };
};

const textOf = (item: ReadItem) =>
	item.kind === "record" ? Buffer.from(item.value).toString() : item.reason;
const numbered = (from: number, to: number) =>
	Array.from({ length: to - from }, (_none, index) => `record ${from + index}`);

/** Resolves to the time once the clock has moved on. */
const nextMillisecond = async (): Promise<number> => {
	const now = Date.now();
	await eventually(
		async () => Date.now(),
		(time) => time > now,
	);
	return Date.now();
};

const options = (given: Partial<ReaderOptions>): ReaderOptions => ({
	from: "beginning",
	follow: false,
	signal: new AbortController().signal,
	...given,
});

/** Everything that a reader finds until it ends, and its position then. */
const readAll = async (directory: string, given: Partial<ReaderOptions> = {}) => {
	const reader = openEmbeddedReader(directory, options(given));
	const texts: string[] = [];
	for await (const item of reader.items()) texts.push(textOf(item));
	return { texts, position: reader.position() };
};

/** Reads in the background until it is stopped. */
const follow = (directory: string, given: Partial<ReaderOptions> = {}) => {
	const stopping = new AbortController();
	const reader = openEmbeddedReader(
		directory,
		options({ follow: true, signal: stopping.signal, ...given }),
	);
	const texts: string[] = [];
	const ended = (async () => {
		for await (const item of reader.items()) texts.push(textOf(item));
	})();
	const stop = async () => {
		stopping.abort();
		await ended;
		return { texts, position: reader.position() };
	};
	undo.push(stop);
	return { texts, stop, ended };
};

/** Lets a loader store everything, which commits it. */
const load = async ({ queue }: ReturnType<typeof openQueue>) => {
	const consumer = queue.consumer({ minRecords: 1, maxWaitMs: 1, maxRecords: 1000 });
	consumer.start({
		assigned: async () => undefined,
		revoked: async () => undefined,
		damaged: () => undefined,
		handle: async () => undefined,
	});
	await eventually(
		async () => queue.depth().records,
		(records) => records === 0,
	);
	await consumer.close();
};

const contentsOf = (directory: string) =>
	readdirSync(directory, { recursive: true, encoding: "utf8" })
		.filter((name) => /position$|lock$|json$|log$/.test(name))
		.map((name) => [name, readFileSync(join(directory, name), "latin1")]);

describe("a reader of the embedded queue", () => {
	it("reads from the beginning to the end of the log, and from its position on", async () => {
		const { directory, append } = openQueue();
		await append(20);
		const first = await readAll(directory);
		expect(first.texts).toEqual(numbered(0, 20));
		await append(5);
		const second = await readAll(directory, { from: { position: first.position } });
		expect(second.texts).toEqual(numbered(20, 25));
		expect((await readAll(directory, { until: { position: first.position } })).texts).toEqual(
			first.texts,
		);
	});

	it("leaves everything as it is, and does not keep the loader from anything", async () => {
		const given = openQueue();
		await given.append(10);
		const before = contentsOf(given.directory);
		await readAll(given.directory);
		expect(contentsOf(given.directory)).toEqual(before);
		const { texts } = follow(given.directory);
		await load(given);
		expect(given.queue.depth().records).toBe(0);
		await eventually(
			async () => texts.length,
			(read) => read === 10,
		);
	});

	it("reads what was appended from a time on, and until another", async () => {
		const { directory, append } = openQueue(200);
		await append(10);
		const began = await nextMillisecond();
		await append(10);
		const ended = Date.now();
		await nextMillisecond();
		await append(10);
		const from = { appendedAt: began };
		const until = { appendedAt: ended };
		expect((await readAll(directory, { from })).texts).toEqual(numbered(10, 30));
		expect((await readAll(directory, { until })).texts).toEqual(numbered(0, 20));
		expect((await readAll(directory, { from, until, follow: true })).texts).toEqual(
			numbered(10, 20),
		);
	});

	it("follows a log while its segments end and are removed", async () => {
		const given = openQueue(300);
		await given.append(1);
		const all = follow(given.directory);
		const later = follow(given.directory, { from: "end" });
		for (let round = 1; round <= 20; round++) {
			await given.append(10);
			await eventually(
				async () => [all.texts.length, later.texts.length],
				([read, readLater]) => read === 1 + 10 * round && readLater === 10 * round,
			);
			if (round % 5 === 0) await load(given);
		}
		expect((await all.stop()).texts).toEqual(numbered(0, 201));
		expect((await later.stop()).texts).toEqual(numbered(1, 201));
		expect(readdirSync(join(given.directory, "log-0")).length).toBeLessThan(10);
	});

	it("names what is no longer there, and reads on", async () => {
		const given = openQueue(300);
		await given.append(5);
		const { position } = await readAll(given.directory);
		await given.append(100);
		await load(given);
		await given.append(30);
		const reader = openEmbeddedReader(given.directory, options({ from: { position } }));
		const found: ReadItem[] = [];
		for await (const item of reader.items()) found.push(item);
		const [gone, ...records] = found;
		expect(gone).toMatchObject({
			kind: "missing",
			from: 6,
			reason: "stored, and removed from the log",
		});
		const to = gone?.kind === "missing" ? gone.to : 0;
		expect(records.map(textOf)).toEqual(numbered(to - 1, 135));
	});

	it("names what was overwritten because a person is erased", async () => {
		const given = openQueue();
		await given.append(10);
		await load(given);
		const consumer = given.queue.consumer({ minRecords: 1, maxWaitMs: 1, maxRecords: 10 });
		await consumer.forget?.(async () => false);
		await consumer.close();
		await given.append(3);
		expect((await readAll(given.directory)).texts).toEqual([
			"stored, and removed from the log",
			...numbered(10, 13),
		]);
	});

	it("reads the logs of several processes by time", async () => {
		const { directory, append } = openQueue();
		const other = openEmbeddedQueue({ directory });
		undo.push(other.close);
		const producer = other.producer();
		await append(1);
		const expected = ["record 0"];
		for (let round = 0; round < 5; round++) {
			await nextMillisecond();
			await producer.append({ key: "", value: `other ${round}` });
			await nextMillisecond();
			await append(1);
			expected.push(`other ${round}`, `record ${round + 1}`);
		}
		const { texts, position } = await readAll(directory);
		expect(texts).toEqual(expected);
		expect(position).toMatch(/^[0-9a-f]{16}:0=7,1=6$/);
	});

	it("refuses a position that the log has not reached, and one of another log", async () => {
		const { directory, append } = openQueue();
		await append(3);
		const { position } = await readAll(directory);
		const later = position.replace(/=\d+/, "=99");
		expect(() => openEmbeddedReader(directory, options({ from: { position: later } }))).toThrow(
			/after the end of partition .*: 99, and the log ends at 4/,
		);
		expect(() =>
			openEmbeddedReader(directory, options({ from: { position: "other:0=1" } })),
		).toThrow("belongs to another log");
	});

	it("does not create a queue", () => {
		const directory = mkdtempSync(join(tmpdir(), "queue-reader-"));
		undo.push(() => rmSync(directory, { recursive: true }));
		expect(() => openEmbeddedReader(directory, options({}))).toThrow("There is no queue in");
		expect(readdirSync(directory)).toEqual([]);
	});
});
