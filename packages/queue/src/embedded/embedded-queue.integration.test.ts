import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pause } from "@footfall/shared/waiting/pause";
import { bundleScript } from "@footfall/testing/bundle-script";
import { rounds } from "@footfall/testing/rounds";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
	type BatchHandler,
	type ConsumerOptions,
	type Producer,
	type QueueBatch,
	QueueUnavailableError,
} from "../driver/queue.ts";
import {
	type EmbeddedQueue,
	type EmbeddedQueueOptions,
	openEmbeddedQueue,
} from "./embedded-queue.ts";
import { listSegments, logName } from "./names.ts";

const ROUNDS = rounds(10, 100);

const directories: string[] = [];
const queues = new Set<EmbeddedQueue>();

const newDirectory = () => {
	const directory = mkdtempSync(join(tmpdir(), "queue-"));
	directories.push(directory);
	return directory;
};

const openQueue = (options: Partial<EmbeddedQueueOptions> = {}) => {
	const queue = openEmbeddedQueue({ directory: newDirectory(), pollMs: 2, retryMs: 5, ...options });
	queues.add(queue);
	return queue;
};

const closeQueue = async (queue: EmbeddedQueue) => {
	queues.delete(queue);
	await queue.close();
};

afterEach(async () => {
	for (const queue of [...queues]) await closeQueue(queue);
	for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});

const append = (producer: Producer, text: string) =>
	producer.append({ key: "", value: Buffer.from(text) });

const appendAll = (producer: Producer, texts: string[]) =>
	Promise.all(texts.map((text) => append(producer, text)));

const numbered = (prefix: string, count: number) =>
	Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

interface Received {
	texts: string[];
	offsets: number[];
	batches: QueueBatch[];
	damaged: number[];
}

/** Consumes until `done` returns true, then closes the consumer. */
const consume = async (
	queue: EmbeddedQueue,
	done: (received: Received) => boolean,
	{
		minRecords = 1,
		maxWaitMs = 5,
		maxRecords = 1000,
		handle = async () => undefined,
		...others
	}: Partial<
		ConsumerOptions & {
			handle: BatchHandler["handle"];
		}
	> = {},
): Promise<Received> => {
	const received: Received = { texts: [], offsets: [], batches: [], damaged: [] };
	const consumer = queue.consumer({ minRecords, maxWaitMs, maxRecords, ...others });
	await new Promise<void>((resolve) => {
		const check = () => {
			if (done(received)) resolve();
		};
		consumer.start({
			assigned: async () => undefined,
			revoked: async () => undefined,
			damaged: (_partition, offset) => {
				received.damaged.push(offset);
				check();
			},
			handle: async (batch) => {
				await handle(batch);
				received.batches.push(batch);
				received.texts.push(...batch.records.map(({ value }) => Buffer.from(value).toString()));
				received.offsets.push(...batch.records.map(({ offset }) => offset));
				check();
			},
		});
	});
	await consumer.close();
	return received;
};

const count = (wanted: number) => (received: Received) => received.texts.length >= wanted;

describe("the embedded queue", () => {
	it("reads the next batch while one is handled, and commits only handled ones", async () => {
		const directory = newDirectory();
		const first = openQueue({ directory });
		await appendAll(first.producer(), numbered("record", 5));
		const textsOf = ({ records }: QueueBatch) =>
			records.map(({ value }) => Buffer.from(value).toString());
		const coming: string[][] = [];
		const handled: string[][] = [];
		const consumer = first.consumer({ minRecords: 1, maxWaitMs: 5, maxRecords: 2 });
		consumer.start({
			assigned: async () => undefined,
			revoked: async () => undefined,
			damaged: () => undefined,
			coming: (batch) => {
				coming.push(textsOf(batch));
			},
			handle: async (batch) => {
				// The second one has been read by now, and is never handled.
				if (handled.length === 1) throw new Error("not now");
				await vi.waitFor(() => expect(coming).toEqual([["record-2", "record-3"]]));
				handled.push(textsOf(batch));
			},
		});
		await vi.waitFor(() => expect(coming).toEqual([["record-2", "record-3"], ["record-4"]]));
		await consumer.close();
		await closeQueue(first);
		const { texts } = await consume(openQueue({ directory }), count(3));
		expect(handled).toEqual([["record-0", "record-1"]]);
		expect(texts).toEqual(["record-2", "record-3", "record-4"]);
	});

	it("delivers records in the order of their appends, with ascending offsets", async () => {
		const queue = openQueue();
		const texts = numbered("a", 500);
		await appendAll(queue.producer(), texts);
		const { texts: read, offsets } = await consume(queue, count(500));
		expect(read).toEqual(texts);
		expect(offsets).toEqual(texts.map((_, index) => index + 1));
	});

	it("keeps the order of each appender when several append at once", async () => {
		const queue = openQueue();
		const producers = [queue.producer(), queue.producer(), queue.producer()];
		await Promise.all(
			producers.map(async (producer, index) => {
				for (const text of numbered(`p${index}`, 60)) await append(producer, text);
			}),
		);
		const { texts } = await consume(queue, count(180));
		for (const index of [0, 1, 2])
			expect(texts.filter((text) => text.startsWith(`p${index}-`))).toEqual(
				numbered(`p${index}`, 60),
			);
	});

	it("delivers as soon as minRecords wait, without waiting for the time", async () => {
		const queue = openQueue();
		await appendAll(queue.producer(), numbered("a", 10));
		const { batches } = await consume(queue, count(10), { minRecords: 10, maxWaitMs: 3_600_000 });
		expect(batches.map(({ records }) => records.length)).toEqual([10]);
	});

	it("waits for more while neither minRecords nor maxWaitMs is reached", async () => {
		const queue = openQueue();
		await appendAll(queue.producer(), numbered("a", 9));
		const consumer = queue.consumer({ minRecords: 10, maxWaitMs: 3_600_000, maxRecords: 100 });
		const handle = vi.fn(async () => undefined);
		consumer.start({
			assigned: async () => undefined,
			revoked: async () => undefined,
			damaged: () => undefined,
			handle,
		});
		const polled = openQueue();
		await append(polled.producer(), "time passes");
		await consume(polled, count(1), { maxWaitMs: 30 });
		await consumer.close();
		expect(handle).not.toHaveBeenCalled();
	});

	it("gathers many records for longer than a few", async () => {
		const few = openQueue();
		const many = openQueue();
		await appendAll(few.producer(), numbered("a", 2));
		await appendAll(many.producer(), numbered("a", 3));
		const batches = {
			...{ minRecords: 10, maxWaitMs: 30, maxRecords: 100 },
			gather: { fromRecords: 3, withinMs: 3_600_000 },
		};
		const consumer = many.consumer(batches);
		const handle = vi.fn(async () => undefined);
		consumer.start({
			assigned: async () => undefined,
			revoked: async () => undefined,
			damaged: () => undefined,
			handle,
		});
		expect((await consume(few, count(2), batches)).texts).toEqual(["a-0", "a-1"]);
		await consumer.close();
		expect(handle).not.toHaveBeenCalled();
	});

	it("counts the wait of a record from its append, not from the consumer's first check", async () => {
		const queue = openQueue();
		const now = vi.spyOn(Date, "now").mockReturnValue(Date.now() - 3_600_000);
		await append(queue.producer(), "a");
		now.mockRestore();
		const { texts } = await consume(queue, count(1), { minRecords: 10, maxWaitMs: 3_500_000 });
		expect(texts).toEqual(["a"]);
	});

	it("never delivers more than maxRecords at once, however many were appended together", async () => {
		const queue = openQueue();
		const texts = numbered("a", 95);
		await appendAll(queue.producer(), texts);
		const { batches, texts: read } = await consume(queue, count(95), { maxRecords: 10 });
		expect(Math.max(...batches.map(({ records }) => records.length))).toBe(10);
		expect(read).toEqual(texts);
	});

	it("delivers large records in batches that fit into memory", async () => {
		const queue = openQueue();
		const texts = numbered("a", 40).map((text) => text.padEnd(1024 * 1024));
		await appendAll(queue.producer(), texts);
		const { batches, texts: read } = await consume(queue, count(40));
		expect(batches.map(({ records }) => records.length)).toEqual([32, 8]);
		expect(read).toEqual(texts);
	});

	it("redelivers a rejected batch, and continues after it", async () => {
		const queue = openQueue();
		await appendAll(queue.producer(), numbered("a", 20));
		let failures = 3;
		const { texts } = await consume(queue, count(20), {
			handle: async () => {
				if (failures-- > 0) throw new Error("not now");
			},
		});
		expect(texts).toEqual(numbered("a", 20));
		expect(failures).toBe(-1);
	});

	it("starts after the committed position after a restart, and keeps its partition's name", async () => {
		const directory = newDirectory();
		const first = openQueue({ directory });
		await appendAll(first.producer(), numbered("a", 30));
		const before = await consume(first, count(10), { maxRecords: 10 });
		await closeQueue(first);
		const second = openQueue({ directory });
		const after = await consume(second, count(30 - before.texts.length));
		expect([...before.texts, ...after.texts]).toEqual(numbered("a", 30));
		expect(after.batches[0]?.partition).toBe(before.batches[0]?.partition);
		expect(after.batches[0]?.partition).toMatch(/^[0-9a-f]{16}\/0$/);
	});

	it("never reuses an offset, even if everything was committed and trimmed before a restart", async () => {
		const directory = newDirectory();
		const first = openQueue({ directory });
		await appendAll(first.producer(), numbered("a", 25));
		const { offsets: before } = await consume(first, count(25));
		await closeQueue(first);
		const second = openQueue({ directory });
		expect(second.depth()).toEqual({ records: 0, oldestAgeMs: 0 });
		await appendAll(second.producer(), numbered("b", 5));
		const { offsets: after } = await consume(second, count(5));
		expect(after).toEqual([26, 27, 28, 29, 30]);
		expect(before.at(-1)).toBe(25);
	});

	it("writes appends in flight before it closes, and refuses appends afterwards", async () => {
		const directory = newDirectory();
		const queue = openQueue({ directory });
		const producer = queue.producer();
		const appends = appendAll(producer, numbered("a", 100));
		await closeQueue(queue);
		await appends;
		await expect(append(producer, "late")).rejects.toThrow(QueueUnavailableError);
		const { texts } = await consume(openQueue({ directory }), count(100));
		expect(texts).toEqual(numbered("a", 100));
	});

	it("reports how many records wait and the age of the oldest", async () => {
		const queue = openQueue();
		expect(queue.depth()).toEqual({ records: 0, oldestAgeMs: 0 });
		const before = Date.now();
		await appendAll(queue.producer(), numbered("a", 12));
		const { records, oldestAgeMs } = queue.depth();
		expect(records).toBe(12);
		expect(oldestAgeMs).toBeLessThanOrEqual(Date.now() - before);
		const now = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 60_000);
		expect(queue.depth().oldestAgeMs).toBeGreaterThanOrEqual(60_000);
		now.mockRestore();
		await consume(queue, count(5), { maxRecords: 5 });
		expect(queue.depth().records).toBe(7);
	});

	it("passes the partition to a waiting consumer when the first one closes", async () => {
		const queue = openQueue();
		const producer = queue.producer();
		const names: string[] = [];
		const start = (name: string) => {
			const consumer = queue.consumer({ minRecords: 1, maxWaitMs: 1, maxRecords: 10 });
			const assigned = new Promise<void>((resolve) =>
				consumer.start({
					assigned: async () => {
						names.push(name);
						resolve();
					},
					revoked: async () => undefined,
					damaged: () => undefined,
					handle: async () => undefined,
				}),
			);
			return { consumer, assigned };
		};
		const first = start("first");
		await first.assigned;
		const second = start("second");
		await append(producer, "a");
		expect(names).toEqual(["first"]);
		await first.consumer.close();
		await second.assigned;
		expect(names).toEqual(["first", "second"]);
	});
});

describe("records that cannot be processed", () => {
	it("are kept with their reason across a restart, and appended again on demand", async () => {
		const directory = newDirectory();
		const first = openQueue({ directory });
		await appendAll(first.producer(), ["good", "bad"]);
		const consumer = first.consumer({ minRecords: 1, maxWaitMs: 1, maxRecords: 10 });
		const { batches } = await consume(first, count(2));
		const bad = batches.flatMap(({ records }) => records).find(({ offset }) => offset === 2);
		if (bad) await consumer.setAside(batches[0]?.partition ?? "", bad, "no such site");
		await closeQueue(first);

		const second = openQueue({ directory });
		expect(second.deadLetters()).toEqual([
			{ offset: 2, reason: "no such site", at: expect.any(Number), value: Buffer.from("bad") },
		]);
		expect(await second.replayDeadLetters()).toBe(1);
		expect(second.deadLetters()).toEqual([]);
		expect((await consume(second, count(1))).texts).toEqual(["bad"]);
	});
});

/** The only file of a queue's only log, to be read and replaced. */
const onlySegment = (directory: string) => {
	const [segment] = listSegments(join(directory, logName(0)));
	const path = segment?.path ?? "";
	return { bytes: readFileSync(path), replace: (bytes: Buffer) => writeFileSync(path, bytes) };
};

describe("damage", () => {
	it("costs only the record it hits, and is reported once", async () => {
		const directory = newDirectory();
		const queue = openQueue({ directory });
		const producer = queue.producer();
		await appendAll(producer, numbered("a", 20));
		await append(producer, "behind");
		const { bytes, replace } = onlySegment(directory);
		bytes[bytes.indexOf("a-7")] = 0x62;
		replace(bytes);
		let failures = 1;
		const { texts, damaged } = await consume(queue, count(20), {
			handle: async () => {
				if (failures-- > 0) throw new Error("delivered again");
			},
		});
		expect(texts).toEqual([...numbered("a", 20).filter((text) => text !== "a-7"), "behind"]);
		expect(damaged).toEqual([8]);
	});

	it("of a whole block is reported for each of its records, and later ones are delivered", async () => {
		const directory = newDirectory();
		const queue = openQueue({ directory });
		const producer = queue.producer();
		await appendAll(producer, numbered("a", 3));
		const { length } = onlySegment(directory).bytes;
		await appendAll(producer, numbered("b", 2));
		const { bytes, replace } = onlySegment(directory);
		replace(bytes.fill(1, 0, length));
		const { texts, damaged } = await consume(queue, count(2));
		expect({ texts, damaged }).toEqual({ texts: ["b-0", "b-1"], damaged: [1, 2, 3] });
	});
});

describe("a segment that is truncated while another follows", () => {
	it("is served up to the cut, and what is missing is reported", async () => {
		const directory = newDirectory();
		const queue = openQueue({ directory, segmentBytes: 1 });
		const producer = queue.producer();
		for (const prefix of ["a", "b", "c"]) await appendAll(producer, numbered(prefix, 3));
		const [, middle] = listSegments(join(directory, logName(0)));
		const bytes = readFileSync(middle?.path ?? "");
		writeFileSync(middle?.path ?? "", bytes.subarray(0, bytes.indexOf("b-1") + 3));
		const { texts, damaged } = await consume(queue, count(8));
		expect(texts).toEqual(["a-0", "a-1", "a-2", "b-0", "b-1", "c-0", "c-1", "c-2"]);
		expect(damaged).toEqual([6]);
	});
});

describe("the health of a producer", () => {
	const well = {
		canStore: true,
		reason: "",
		oldestAgeMs: 0,
		isSpilling: false,
		spilledRecords: 0,
	};

	it("is good on a disk that accepts a commit, even if nothing was appended yet", async () => {
		expect(await openQueue().producer().health()).toEqual(well);
	});

	it("includes the age of the oldest record that no loader has committed", async () => {
		vi.useFakeTimers({ toFake: ["Date"] });
		try {
			const queue = openQueue();
			const producer = queue.producer();
			await append(producer, "a");
			vi.setSystemTime(Date.now() + 1234);
			expect(await producer.health()).toEqual({ ...well, oldestAgeMs: 1234 });
			await consume(queue, count(1));
			expect(await producer.health()).toEqual(well);
		} finally {
			vi.useRealTimers();
		}
	});

	it("is bad, with the reason, if records would be refused", async () => {
		const directory = newDirectory();
		const full = openQueue({ directory, reserveBytes: Number.MAX_SAFE_INTEGER });
		expect(await full.producer().health()).toMatchObject({
			canStore: false,
			reason: expect.stringMatching(/^The disk of .* is full/),
		});
		const closed = openQueue().producer();
		await closed.close();
		expect(await closed.health()).toEqual({
			...well,
			canStore: false,
			reason: "The queue is closed",
		});
	});
});

describe("when the disk is full", () => {
	it("refuses appends beyond maxBytes, stores none of them, and recovers once the loader has caught up", async () => {
		const queue = openQueue({ maxBytes: 256 * 1024 });
		const producer = queue.producer();
		const value = Buffer.alloc(16 * 1024, "x");
		let stored = 0;
		let refusal: unknown;
		while (refusal === undefined)
			await producer.append({ key: "", value }).then(
				() => stored++,
				(error: unknown) => {
					refusal = error;
				},
			);
		expect(refusal).toBeInstanceOf(QueueUnavailableError);
		expect(stored).toBeGreaterThan(8);
		expect(queue.depth().records).toBe(stored);
		await consume(queue, count(stored));
		await append(producer, "again");
		expect((await consume(queue, count(1))).texts).toEqual(["again"]);
	});

	it("refuses appends that would leave too little space for the consumer's commits", async () => {
		const queue = openQueue({ reserveBytes: Number.MAX_SAFE_INTEGER });
		await expect(append(queue.producer(), "a")).rejects.toThrow(/disk of .* is full/);
		expect(queue.depth().records).toBe(0);
	});

	it("refuses appends when more bytes wait in memory than allowed", async () => {
		const queue = openQueue({ maxPendingBytes: 1000 });
		const producer = queue.producer();
		const first = producer.append({ key: "", value: Buffer.alloc(900) });
		await expect(producer.append({ key: "", value: Buffer.alloc(900) })).rejects.toThrow(
			QueueUnavailableError,
		);
		await first;
		await producer.append({ key: "", value: Buffer.alloc(900) });
		expect(queue.depth().records).toBe(2);
	});

	const canMount = () => {
		const directory = newDirectory();
		try {
			execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", directory], {
				stdio: "ignore",
			});
			execFileSync("umount", [directory]);
			return true;
		} catch {
			return false;
		}
	};

	it.runIf(canMount())(
		"refuses what the file system refuses, keeps the rest, and recovers when there is space again",
		async () => {
			const directory = newDirectory();
			execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", directory]);
			try {
				const filler = join(directory, "filler");
				writeFileSync(filler, Buffer.alloc(512 * 1024));
				const queue = openQueue({ directory, reserveBytes: 0 });
				const producer = queue.producer();
				const acknowledged: string[] = [];
				let refused = 0;
				for (let index = 0; refused < 3; index++) {
					const text = `${index}-${"x".repeat(50_000)}`;
					await append(producer, text).then(
						() => acknowledged.push(text),
						() => refused++,
					);
				}
				expect(queue.depth().records).toBe(acknowledged.length);
				rmSync(filler);
				expect((await consume(queue, count(acknowledged.length))).texts).toEqual(acknowledged);
				await append(producer, "again");
				expect((await consume(queue, count(1))).texts).toEqual(["again"]);
				await closeQueue(queue);
			} finally {
				execFileSync("umount", ["-l", directory]);
			}
		},
	);
});

describe("across processes", () => {
	let script = "";
	let reopenScript = "";
	beforeAll(async () => {
		const support = (name: string) => new URL(import.meta.resolve(`@footfall/testing/${name}`));
		script = await bundleScript(support("append-until-killed"));
		reopenScript = await bundleScript(support("queue/reopen-queue"));
	});

	const spawnAppender = (directory: string, prefix: string) => {
		const child = spawn(process.execPath, [script, directory, prefix], {
			stdio: ["ignore", "pipe", "inherit"],
		});
		let output = "";
		child.stdout.on("data", (chunk: Buffer) => {
			output += chunk.toString();
		});
		// An incomplete line was being written when the process died, so it was not acknowledged.
		return { child, acknowledged: () => output.split("\n").slice(0, -1) };
	};

	const exitOf = (child: ChildProcess) =>
		new Promise<void>((resolve) => child.once("close", () => resolve()));

	it("reads what an older version has taken over first, under its partition, and removes its log", async () => {
		const directory = newDirectory();
		const old = openQueue({ directory });
		await appendAll(old.producer(), numbered("old", 3));
		await old.close();
		const taken = join(directory, "old-0123456789abcdef");
		renameSync(join(directory, logName(0)), taken);
		const queue = openQueue({ directory });
		await append(queue.producer(), "new");
		expect(queue.depth().records).toBe(4);
		const batches: QueueBatch[] = [];
		const consumer = queue.consumer({ minRecords: 1, maxWaitMs: 5, maxRecords: 1000 });
		consumer.start({
			assigned: async () => undefined,
			revoked: async () => undefined,
			damaged: () => undefined,
			handle: async (batch) => {
				batches.push(batch);
			},
		});
		await expect.poll(() => existsSync(taken)).toBe(false);
		expect(batches.map(({ records }) => records.length)).toEqual([3, 1]);
		expect(batches[0]?.partition).toBe("0123456789abcdef/0");
		expect(queue.depth().records).toBe(0);
	});

	const onLinux = it.runIf(process.platform === "linux");
	onLinux("gives no writer the log of a process in another container", async () => {
		const directory = newDirectory();
		const lock = join(directory, logName(0), "writer.lock");
		const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
		const lockOf = (started: string) =>
			JSON.stringify({ pid: 2 ** 22, started, purpose: "the log pid:[1]" });
		const logsInUse = () =>
			[0, 1].filter((number) => listSegments(join(directory, logName(number))).length > 0);
		mkdirSync(join(directory, logName(0)));
		writeFileSync(lock, lockOf(`${boot}/1`));
		const queue = openQueue({ directory });
		await append(queue.producer(), "a");
		expect(logsInUse()).toEqual([1]);
		writeFileSync(lock, lockOf("an earlier boot/1"));
		await append(openQueue({ directory }).producer(), "b");
		expect(logsInUse()).toEqual([0, 1]);
		expect((await consume(queue, count(2))).texts.sort()).toEqual(["a", "b"]);
	});

	it(`has every acknowledged record once after its appenders were killed, ${ROUNDS} times over`, async () => {
		const directory = newDirectory();
		const queue = openQueue({ directory });
		const acknowledged: string[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			const appenders = ["a", "b"].map((name) => spawnAppender(directory, `${name}${round}`));
			const target = 40 + ((round * 37) % 200);
			await Promise.all(
				appenders.map(async ({ child, acknowledged: lines }) => {
					const exited = exitOf(child);
					await new Promise<void>((resolve) => {
						child.stdout?.on("data", () => {
							if (lines().length >= target) resolve();
						});
					});
					child.kill("SIGKILL");
					await exited;
					acknowledged.push(...lines());
				}),
			);
		}
		const waiting = queue.depth().records;
		const { texts } = await consume(queue, count(waiting));
		expect(new Set(texts).size).toBe(texts.length);
		const read = new Set(texts);
		expect(acknowledged.filter((text) => !read.has(text))).toEqual([]);
	});

	it(`keeps every acknowledged record while processes open and close it, ${ROUNDS * 200} commits`, {
		timeout: 60_000 + ROUNDS * 5_000,
	}, async () => {
		const directory = newDirectory();
		const queue = openQueue({ directory });
		const producer = queue.producer();
		const others = [1, 2, 3].map(() => spawn(process.execPath, [reopenScript, directory]));
		const texts = numbered("a", ROUNDS * 200);
		try {
			await Promise.all(others.map((other) => once(other, "spawn")));
			for (const text of texts) {
				await append(producer, text);
				await pause(1);
			}
		} finally {
			const ended = others.map((other) => once(other, "close"));
			for (const other of others) other.kill("SIGKILL");
			await Promise.all(ended);
		}
		const { texts: read } = await consume(queue, count(queue.depth().records));
		expect(read).toEqual(texts);
	});
});
