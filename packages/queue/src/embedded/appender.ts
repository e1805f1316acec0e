import { type BlockWriter, createBlockWriter } from "../driver/block.ts";
import { createDeferred, type Deferred } from "../driver/deferred.ts";
import { QueueUnavailableError } from "../driver/queue.ts";
import { FRAME_HEADER_BYTES } from "./frame.ts";
import { createGathering } from "./gathering.ts";
import { createLogWriter, type LogWriterOptions } from "./log-writer.ts";
import { createRoom, type RoomOptions } from "./room.ts";

/** A reader loads whole blocks, so they stay small. */
const MAX_BLOCK_BYTES = 1024 * 1024;
const MAX_BLOCK_RECORDS = 4096;
const MAX_BLOCKS_AT_ONCE = 64;
/** Blocks up to this size are kept for reuse; at most this many. */
const REUSED_BYTES = 256 * 1024;
const MAX_REUSED = 4;
/** A commit this recent proves that the disk works; otherwise a health check makes one. */
const TEST_AFTER_MS = 1000;
/** A healthy queue has at least this much free space. */
const TYPICAL_RECORD_BYTES = 1024;

export interface AppenderOptions extends Omit<LogWriterOptions, "room">, RoomOptions {
	/** Maximum size of records in memory. */
	maxPendingBytes: number;
}

/** One promise for all records of the block, which are stored together or not at all. */
interface PendingBlock extends Deferred {
	block: BlockWriter;
}

const isFull = ({ block }: PendingBlock) =>
	block.bytes() >= MAX_BLOCK_BYTES || block.count() >= MAX_BLOCK_RECORDS;

const recordsIn = (group: readonly PendingBlock[]) =>
	group.reduce((sum, { block }) => sum + block.count(), 0);

/** Appends to the log of this process. While one commit is in flight, the next block fills. */
export const createAppender = (options: AppenderOptions) => {
	const room = createRoom(options);
	const writer = createLogWriter({ ...options, room });
	const gathering = createGathering();
	const reusable: BlockWriter[] = [];
	const pending: PendingBlock[] = [];
	let pendingBytes = 0;
	let pendingRecords = 0;
	let flushing: Promise<void> | undefined;
	let storedAt = Number.NEGATIVE_INFINITY;
	let inTurn: Promise<unknown> = Promise.resolve();
	let testing: Promise<void> | undefined;

	/** One write at a time. */
	const write = async (work: () => Promise<void>): Promise<void> => {
		const turn = inTurn.then(async () => {
			await work();
			storedAt = performance.now();
		});
		inTurn = turn.catch(() => undefined);
		try {
			await turn;
		} catch (error) {
			room.forget();
			if (error instanceof QueueUnavailableError) throw error;
			throw new QueueUnavailableError("A write to the disk of the queue failed", { cause: error });
		}
	};

	const release = (block: BlockWriter) => {
		if (block.bytes() > REUSED_BYTES || reusable.length >= MAX_REUSED) return;
		block.clear();
		reusable.push(block);
	};

	const store = async (group: readonly PendingBlock[]): Promise<void> => {
		const blocks = group.map(({ block }) => block);
		try {
			await write(() => writer.append(blocks));
			for (const { resolve } of group) resolve();
		} catch (error) {
			for (const { reject } of group) reject(error);
		}
		for (const block of blocks) release(block);
	};

	const flush = async () => {
		while (pending.length > 0) {
			await gathering.wait({ records: pendingRecords, bytes: pendingBytes });
			const group = pending.splice(0, MAX_BLOCKS_AT_ONCE);
			const records = recordsIn(group);
			pendingBytes = pending.reduce((sum, { block }) => sum + block.bytes(), 0);
			pendingRecords -= records;
			await store(group);
			gathering.ended(records, pendingRecords);
		}
		flushing = undefined;
	};

	const currentBlock = (): PendingBlock => {
		const last = pending.at(-1);
		if (last && !isFull(last)) return last;
		const block = reusable.pop() ?? createBlockWriter(undefined, FRAME_HEADER_BYTES);
		const added = { block, ...createDeferred() };
		pending.push(added);
		return added;
	};

	return {
		append: (value: Uint8Array | string): Promise<void> => {
			if (pendingBytes + value.length > options.maxPendingBytes)
				return Promise.reject(
					new QueueUnavailableError(
						`More than ${options.maxPendingBytes} bytes wait for the queue's disk`,
					),
				);
			const { block, promise } = currentBlock();
			pendingBytes += block.add(value);
			gathering.added({ records: ++pendingRecords, bytes: pendingBytes });
			// Deferred, so that all records of this turn of the event loop share the first commit.
			flushing ??= new Promise((resolve) => setImmediate(() => resolve(flush())));
			return promise;
		},
		/** @throws QueueUnavailableError if a record would be refused now */
		test: async (): Promise<void> => {
			if (performance.now() - storedAt < TEST_AFTER_MS) return room.take(TYPICAL_RECORD_BYTES);
			testing ??= write(writer.test).finally(() => {
				testing = undefined;
			});
			await testing;
		},
		/** Resolves once nothing is waiting for the disk. */
		idle: async (): Promise<void> => {
			while (flushing) await flushing;
		},
		close: async (): Promise<void> => {
			gathering.close();
			while (flushing) await flushing;
			await testing?.catch(() => undefined);
			await inTurn;
			await writer.close();
		},
	};
};

export type Appender = ReturnType<typeof createAppender>;
