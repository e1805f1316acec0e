import {
	appendFileSync,
	cpSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	truncateSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rounds } from "@footfall/testing/rounds";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type EmbeddedQueue, openEmbeddedQueue } from "./embedded-queue.ts";
import { emptyFrame, FRAME_HEADER_BYTES, sealFrame } from "./frame.ts";
import { listSegments, logName } from "./names.ts";

let base: string;
let copies = 0;
const opened = new Set<EmbeddedQueue>();
beforeEach(() => {
	base = mkdtempSync(join(tmpdir(), "crashes-"));
});
afterEach(async () => {
	for (const queue of opened) await queue.close();
	opened.clear();
	rmSync(base, { recursive: true });
});

const SEGMENT_BYTES = 600;

const open = (directory: string) => {
	const queue = openEmbeddedQueue({
		directory,
		pollMs: 1,
		retryMs: 1,
		segmentBytes: SEGMENT_BYTES,
	});
	opened.add(queue);
	return queue;
};
const close = async (queue: EmbeddedQueue) => {
	opened.delete(queue);
	await queue.close();
};

/** The files as left by a process that ends at this moment; without its locks, because this process is still alive. */
const copyOf = (directory: string): string => {
	const copy = join(base, `copy-${copies++}`);
	cpSync(directory, copy, {
		recursive: true,
		filter: (path) => !path.endsWith(".lock"),
	});
	return copy;
};

const append = async (queue: EmbeddedQueue, texts: readonly string[]) => {
	const producer = queue.producer();
	await Promise.all(texts.map((text) => producer.append({ key: "", value: Buffer.from(text) })));
};

interface Delivery {
	offset: number;
	text: string;
}

/** Delivers waiting records in batches; the handler may reject. Resolves to the handled records and the damage. */
const consume = async (queue: EmbeddedQueue, maxRecords = 1000, mostBatches = Infinity) => {
	const handled: Delivery[] = [];
	let damaged = 0;
	let batches = 0;
	const consumer = queue.consumer({ minRecords: 1, maxWaitMs: 1, maxRecords });
	let stop = () => {};
	const stopped = new Promise<void>((resolve) => {
		stop = resolve;
	});
	consumer.start({
		assigned: async () => undefined,
		revoked: async () => undefined,
		damaged: () => {
			damaged++;
		},
		handle: async ({ records }) => {
			for (const { offset, value } of records)
				handled.push({ offset, text: Buffer.from(value).toString() });
			if (++batches >= mostBatches) stop();
		},
	});
	while (batches < mostBatches && queue.depth().records > 0)
		await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, 1))]);
	await consumer.close();
	return { handled, damaged };
};

const lastSegment = (directory: string) => listSegments(join(directory, logName(0))).at(-1);

describe("a log whose last block was truncated by a crash", () => {
	it("is read up to the cut, wherever it is, and continued without any damage", async () => {
		const whole = join(base, "whole");
		const queue = open(whole);
		await append(queue, ["one", "two"]);
		const path = lastSegment(whole)?.path ?? "";
		const start = readFileSync(path).length;
		const last = ["three", "four", "five"];
		await append(queue, last);
		const { length } = readFileSync(path);
		const texts = new Map<number, string[]>();
		for (let cut = start; cut < length; cut++) {
			const copy = copyOf(whole);
			truncateSync(lastSegment(copy)?.path ?? "", cut);
			const again = open(copy);
			await append(again, ["after"]);
			const { handled, damaged } = await consume(again);
			await close(again);
			expect(damaged).toBe(0);
			texts.set(
				cut,
				handled.map(({ text }) => text),
			);
			rmSync(copy, { recursive: true });
		}
		expect(texts.get(start)).toEqual(["one", "two", "after"]);
		expect(texts.get(length - 1)).toEqual(["one", "two", ...last, "after"]);
		for (const read of texts.values())
			expect(read).toEqual(["one", "two", ...last.slice(0, read.length - 3), "after"]);
	});

	it("is read to its last complete block while its writer may still be writing", async () => {
		const directory = join(base, "live");
		const queue = open(directory);
		await append(queue, ["one"]);
		const path = lastSegment(directory)?.path ?? "";
		const frame = Buffer.concat([Buffer.alloc(FRAME_HEADER_BYTES), Buffer.from("a block")]);
		sealFrame(frame, { first: 2, count: 1, appendedAt: Date.now() });
		appendFileSync(path, frame.subarray(0, frame.length - 1));
		expect(await consume(queue)).toEqual({ handled: [{ offset: 1, text: "one" }], damaged: 0 });
		appendFileSync(path, frame.subarray(frame.length - 1));
		appendFileSync(path, emptyFrame("void", 3));
		expect(await consume(queue)).toEqual({ handled: [], damaged: 1 });
	});
});

type Step =
	| { step: "append"; records: number; bytes: number }
	| { step: "consume"; maxRecords: number; batches: number }
	| { step: "restart" }
	| { step: "crash"; torn: number; forgets: boolean };

const steps = fc.array(
	fc.oneof(
		{
			weight: 4,
			arbitrary: fc.record({
				step: fc.constant("append" as const),
				records: fc.integer({ min: 1, max: 5 }),
				bytes: fc.integer({ min: 0, max: 200 }),
			}),
		},
		{
			weight: 3,
			arbitrary: fc.record({
				step: fc.constant("consume" as const),
				maxRecords: fc.integer({ min: 1, max: 4 }),
				batches: fc.integer({ min: 1, max: 3 }),
			}),
		},
		fc.record({ step: fc.constant("restart" as const) }),
		fc.record({
			step: fc.constant("crash" as const),
			torn: fc.nat(300),
			forgets: fc.boolean(),
		}),
	),
	{ minLength: 5, maxLength: 25 },
);

/** Leaves part of a block that was not acknowledged, or loses a position. */
const damageOf = (directory: string, { torn, forgets }: { torn: number; forgets: boolean }) => {
	const path = lastSegment(directory)?.path;
	if (path && torn > 0) {
		const frame = Buffer.concat([Buffer.alloc(FRAME_HEADER_BYTES), Buffer.alloc(260, torn)]);
		sealFrame(frame, { first: 10 ** 9, count: 3, appendedAt: Date.now() });
		appendFileSync(path, frame.subarray(0, Math.min(torn, frame.length - 1)));
	}
	if (forgets) rmSync(join(directory, logName(0), "position"), { force: true });
};

describe("a queue that is restarted, killed and read at random", () => {
	it(
		"delivers what was acknowledged in order, reuses no offset and reports no damage",
		() =>
			fc.assert(
				fc.asyncProperty(steps, async (sequence: Step[]) => {
					let directory = join(base, `model-${copies++}`);
					let queue = open(directory);
					const acknowledged: string[] = [];
					const textAt = new Map<number, string>();
					const firstDelivered: string[] = [];
					let number = 0;
					const take = ({ handled, damaged }: Awaited<ReturnType<typeof consume>>) => {
						expect(damaged).toBe(0);
						for (const { offset, text } of handled) {
							expect(textAt.get(offset) ?? text).toBe(text);
							if (!textAt.has(offset)) firstDelivered.push(text);
							textAt.set(offset, text);
						}
					};
					for (const one of sequence)
						switch (one.step) {
							case "append": {
								const texts = Array.from(
									{ length: one.records },
									() => `${number++} ${"x".repeat(one.bytes)}`,
								);
								await append(queue, texts);
								acknowledged.push(...texts);
								break;
							}
							case "consume":
								take(await consume(queue, one.maxRecords, one.batches));
								break;
							case "restart":
								await close(queue);
								queue = open(directory);
								break;
							case "crash": {
								const copy = copyOf(directory);
								await close(queue);
								directory = copy;
								damageOf(directory, one);
								queue = open(directory);
							}
						}
					await append(queue, ["the end"]);
					take(await consume(queue));
					expect(queue.depth().records).toBe(0);
					await close(queue);
					expect(firstDelivered).toEqual([...acknowledged, "the end"]);
					// Processed records are removed: one segment is left, or two if the last was started just now.
					const files = readdirSync(join(directory, logName(0)));
					expect(files.filter((name) => name.endsWith(".log")).length).toBeLessThanOrEqual(2);
				}),
				{ numRuns: rounds(40, 400) },
			),
		600_000,
	);
});
