import { pause } from "@footfall/shared/waiting/pause";
import type { BlockWriter } from "../driver/block.ts";
import { type Deferred, deferred } from "../driver/deferred.ts";
import { type Producer, QueueUnavailableError } from "../driver/queue.ts";
import { withTimeout } from "../driver/with-timeout.ts";
import { type BlockStoreOptions, createBlockStore } from "./block-store.ts";
import { depthOf } from "./depth.ts";
import type { Environment } from "./environment.ts";

/** A reader loads whole blocks, so they stay small. */
const MAX_BLOCK_BYTES = 1024 * 1024;
const MAX_BLOCK_RECORDS = 4096;
/**
 * After a commit of at least this many records, the next one waits while records keep coming, within limits. A commit's
 * cost hardly depends on its size, so fewer and larger ones save CPU under load; once every client waits for the disk,
 * waiting gains nothing.
 */
const BUSY_RECORDS = 4;
const BUSY_STEP_MS = 1;
const MAX_BUSY_STEPS = 4;
/** A disk that takes longer counts as unavailable. */
const DISK_ANSWERS_MS = 2000;

export interface EmbeddedProducerOptions extends BlockStoreOptions {
	/** Maximum size of records in memory. */
	maxPendingBytes: number;
}

/** One promise for all records of the block, which are stored together or not at all. */
interface PendingBlock extends Deferred {
	writer: BlockWriter;
}

const isFull = ({ writer }: PendingBlock) =>
	writer.bytes() >= MAX_BLOCK_BYTES || writer.count() >= MAX_BLOCK_RECORDS;

/** While one commit is in flight the next block fills: the slower the disk, the larger the blocks. */
export const createEmbeddedProducer = (
	environment: Environment,
	options: EmbeddedProducerOptions,
): Producer => {
	const blocks = createBlockStore(environment, options);
	let pending: PendingBlock[] = [];
	let pendingBytes = 0;
	let flushing: Promise<void> | undefined;
	let closed = false;

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
			const inFlight = pending;
			pending = [];
			pendingBytes = 0;
			const writers = inFlight.map(({ writer }) => writer);
			try {
				await blocks.store(writers);
				for (const { resolve } of inFlight) resolve();
			} catch (error) {
				for (const { reject } of inFlight) reject(error);
			}
			const records = writers.reduce((sum, writer) => sum + writer.count(), 0);
			if (records >= BUSY_RECORDS) await whileRecordsCome();
		}
		flushing = undefined;
	};

	const currentBlock = (): PendingBlock => {
		const last = pending.at(-1);
		if (last && !isFull(last)) return last;
		const block = { writer: blocks.createWriter(), ...deferred() };
		pending.push(block);
		return block;
	};

	/** The reason to refuse a record now, else "". */
	const refusal = async (): Promise<string> => {
		if (closed) return "The queue is closed";
		const noAnswer = new Error(
			`the disk of ${options.directory} has not answered for ${DISK_ANSWERS_MS} ms`,
		);
		try {
			await withTimeout(DISK_ANSWERS_MS, noAnswer, blocks.probe());
			return "";
		} catch (error) {
			if (error instanceof QueueUnavailableError) return error.message;
			return `The queue's disk refuses writes: ${error instanceof Error ? error.message : String(error)}`;
		}
	};

	return {
		health: async () => {
			const reason = await refusal();
			const oldestAgeMs = closed ? 0 : depthOf(environment).oldestAgeMs;
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
			const { writer, promise } = currentBlock();
			writer.add(value);
			pendingBytes += value.length;
			// Deferred, so that all records of this turn of the event loop share the first commit.
			flushing ??= new Promise((resolve) => setImmediate(() => resolve(flush())));
			return promise;
		},
		close: async () => {
			closed = true;
			while (flushing) await flushing;
			await blocks.close();
		},
	};
};
