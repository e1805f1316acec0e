import { pause } from "@footfall/shared/pause";
import type { Producer } from "../driver/queue.ts";
import { QueueUnavailableError } from "../driver/queue.ts";
import { within } from "../driver/with-timeout.ts";
import type { BlockWriter } from "../driver/block.ts";
import { createBlockWriter } from "../driver/block.ts";
import { withTimeout } from "../driver/with-timeout.ts";
import { depthOf } from "./depth.ts";
import type { Environment } from "./environment.ts";
import { createHeadroom } from "./headroom.ts";

/** A reader takes a whole block at once, so a block stays small enough to be read in passing. */
const MAX_BLOCK_BYTES = 1024 * 1024;
const MAX_BLOCK_RECORDS = 4096;
/**
 * After a commit of so many records the next one waits for as long as records keep coming, within limits. What a
 * commit costs hardly depends on its size, so under load fewer and larger ones leave the CPU to the requests; once
 * everybody waits for the disk there is nothing to wait for.
 */
const BUSY_RECORDS = 4;
const BUSY_STEP_MS = 1;
const MAX_BUSY_STEPS = 4;
/** A block's room to begin with, and by how much it is larger than the last one was. */
const LEAST_CAPACITY_BYTES = 4 * 1024;
const SPARE_CAPACITY = 1.25;
/** A commit so young says that the disk works; without one, asking for the health makes one. */
const PROBE_AFTER_MS = 1000;
/** Room for so much is what a healthy queue has at least. */
const TYPICAL_RECORD_BYTES = 1024;
/** A disk that has not answered by then is no place to store anything. */
const DISK_ANSWERS_MS = 2000;

export interface EmbeddedProducerOptions {
	directory: string;
	/** Most bytes the waiting records may take on disk. */
	maxBytes: number;
	/** Free space to leave on the disk. */
	reserveBytes: number;
	/** Space within the file to keep, so that the consumer can still commit. */
	headroomBytes: number;
	/** Most bytes that may wait in memory for the disk. */
	maxPendingBytes: number;
}

interface PendingBlock {
	writer: BlockWriter;
	/** One promise for all the records of the block: they are stored together or not at all. */
	stored: Promise<void>;
	resolve: () => void;
	reject: (error: QueueUnavailableError) => void;
}

const createPendingBlock = (capacityBytes: number): PendingBlock => {
	let resolve: PendingBlock["resolve"] = () => undefined;
	let reject: PendingBlock["reject"] = () => undefined;
	const stored = new Promise<void>((onStored, onFailed) => {
		resolve = onStored;
		reject = onFailed;
	});
	return { writer: createBlockWriter(capacityBytes), stored, resolve, reject };
};

const isFull = ({ writer }: PendingBlock) =>
	writer.bytes() >= MAX_BLOCK_BYTES || writer.count() >= MAX_BLOCK_RECORDS;

/** While one commit is on its way to the disk the next block fills: the slower the disk, the larger the blocks. */
export const createEmbeddedProducer = (
	environment: Environment,
	options: EmbeddedProducerOptions,
): Producer => {
	let pending: PendingBlock[] = [];
	let pendingBytes = 0;
	let capacityBytes = LEAST_CAPACITY_BYTES;
	let tail = environment.position("tail");
	const headroom = createHeadroom(environment, options);
	let flushing: Promise<void> | undefined;
	let probing: Promise<void> | undefined;
	let storedAt = Number.NEGATIVE_INFINITY;
	let closed = false;

	/** @throws QueueUnavailableError when there is no room for so many bytes. */
	const findRoom = async (bytes: number): Promise<void> => {
		await headroom.ensure(bytes);
		if (headroom.usedBytes() > options.maxBytes)
			throw new QueueUnavailableError(
				`The queue holds its ${options.maxBytes} bytes; it takes records again as soon as the loader has caught up`,
			);
	};

	const recordsIn = (blocks: PendingBlock[]): number =>
		blocks.reduce((sum, { writer }) => sum + writer.count(), 0);

	const store = async (blocks: PendingBlock[]): Promise<void> => {
		const appendedAt = Date.now();
		const values = blocks.map(({ writer }) => writer.finish(appendedAt));
		const largest = Math.max(...values.map(({ length }) => length));
		capacityBytes = Math.max(LEAST_CAPACITY_BYTES, Math.ceil(largest * SPARE_CAPACITY));
		await findRoom(values.reduce((sum, { length }) => sum + length, 0));
		const records = recordsIn(blocks);
		const write = () => {
			let last = tail - 1;
			return values.map((value, index) => {
				last += blocks[index]?.writer.count() ?? 0;
				return environment.blocks.put(last, value);
			});
		};
		// Another producer may have taken these offsets meanwhile; then the same bytes go behind its own.
		while (!(await environment.advance("tail", tail, tail + records, write)))
			tail = environment.position("tail");
		storedAt = performance.now();
		tail += records;
	};

	const storeOrRefuse = async (blocks: PendingBlock[]): Promise<void> => {
		try {
			await store(blocks);
			for (const { resolve } of blocks) resolve();
		} catch (error) {
			const refused =
				error instanceof QueueUnavailableError
					? error
					: new QueueUnavailableError("The queue's disk refused a write", { cause: error });
			for (const { reject } of blocks) reject(refused);
			tail = environment.position("tail");
			headroom.forget();
		}
	};

	const whileRecordsCome = async () => {
		for (
			let step = 0, bytes = -1;
			step < MAX_BUSY_STEPS && pendingBytes > bytes && !closed;
			step++
		) {
			bytes = pendingBytes;
			await pause(BUSY_STEP_MS);
		}
	};

	const flush = async () => {
		while (pending.length > 0) {
			const blocks = pending;
			pending = [];
			pendingBytes = 0;
			await storeOrRefuse(blocks);
			if (recordsIn(blocks) >= BUSY_RECORDS) await whileRecordsCome();
		}
		flushing = undefined;
	};

	const currentBlock = (): PendingBlock => {
		const last = pending.at(-1);
		if (last && !isFull(last)) return last;
		const block = createPendingBlock(capacityBytes);
		pending.push(block);
		return block;
	};

	/** A commit that changes nothing goes the whole way to the disk. */
	const probe = async () => {
		const position = environment.position("tail");
		await environment.advance("tail", position, position, () => []);
		storedAt = performance.now();
	};

	/** Why a record that came now would be refused; "" when it would not. */
	const trouble = async (): Promise<string> => {
		if (closed) return "The queue is closed";
		const noAnswer = new Error(
			`the disk of ${options.directory} has not answered for ${DISK_ANSWERS_MS} ms`,
		);
		try {
			await withTimeout(DISK_ANSWERS_MS, noAnswer, findRoom(TYPICAL_RECORD_BYTES));
			if (performance.now() - storedAt < PROBE_AFTER_MS) return "";
			probing ??= probe().finally(() => {
				probing = undefined;
			});
			await withTimeout(DISK_ANSWERS_MS, noAnswer, probing);
			return "";
		} catch (error) {
			if (error instanceof QueueUnavailableError) return error.message;
			return `The queue's disk refuses writes: ${error instanceof Error ? error.message : String(error)}`;
		}
	};

	return {
		health: async () => {
			const reason = await trouble();
			const { oldestAgeMs } = closed ? { oldestAgeMs: 0 } : depthOf(environment);
			const spill = { isSpilling: false, spilledRecords: 0 };
			return { canStore: reason === "", reason, oldestAgeMs, ...spill };
		},
		append: ({ value }) => {
			if (closed) return Promise.reject(new QueueUnavailableError("The queue is closed"));
			if (pendingBytes + value.length > options.maxPendingBytes)
				return Promise.reject(
					new QueueUnavailableError(
						`More than ${options.maxPendingBytes} bytes wait for the queue's disk`,
					),
				);
			const { writer, stored } = currentBlock();
			writer.add(value);
			pendingBytes += value.length;
			// Not at once: what else arrives in this turn of the event loop shares the first commit.
			flushing ??= new Promise((resolve) => setImmediate(() => resolve(flush())));
			return stored;
		},
		close: async () => {
			closed = true;
			while (flushing) await flushing;
			await probing?.catch(() => undefined);
			await headroom.close();
		},
	};
};
