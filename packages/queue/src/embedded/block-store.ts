import { type BlockWriter, createBlockWriter } from "../driver/block.ts";
import { QueueUnavailableError } from "../driver/queue.ts";
import type { Environment } from "./environment.ts";
import { createHeadroom, type HeadroomOptions } from "./headroom.ts";

/** Minimum capacity of a new block, and its ratio to the largest block of the last commit. */
const LEAST_CAPACITY_BYTES = 4 * 1024;
const SPARE_CAPACITY = 1.25;
/** A commit this recent proves that the disk works; otherwise a health check makes one. */
const PROBE_AFTER_MS = 1000;
/** A healthy queue has at least this much room. */
const TYPICAL_RECORD_BYTES = 1024;

export interface BlockStoreOptions extends HeadroomOptions {
	/** Maximum size of uncommitted records on disk. */
	maxBytes: number;
}

/** Commits blocks to the log after making room for them on the disk. */
export const createBlockStore = (environment: Environment, options: BlockStoreOptions) => {
	const headroom = createHeadroom(environment, options);
	let capacityBytes = LEAST_CAPACITY_BYTES;
	let tail = environment.position("tail");
	let storedAt = Number.NEGATIVE_INFINITY;
	let probing: Promise<void> | undefined;

	const findRoom = async (bytes: number): Promise<void> => {
		await headroom.ensure(bytes);
		if (headroom.usedBytes() > options.maxBytes)
			throw new QueueUnavailableError(
				`The queue holds its ${options.maxBytes} bytes; it takes records again as soon as the loader has caught up`,
			);
	};

	const commit = async (writers: readonly BlockWriter[]): Promise<void> => {
		const appendedAt = Date.now();
		const values = writers.map((writer) => writer.finish(appendedAt));
		const largest = Math.max(...values.map(({ length }) => length));
		capacityBytes = Math.max(LEAST_CAPACITY_BYTES, Math.ceil(largest * SPARE_CAPACITY));
		await findRoom(values.reduce((sum, { length }) => sum + length, 0));
		const records = writers.reduce((sum, writer) => sum + writer.count(), 0);
		const write = () => {
			let last = tail - 1;
			return values.map((value, index) => {
				last += writers[index]?.count() ?? 0;
				return environment.blocks.put(last, value);
			});
		};
		// If another producer has taken these offsets meanwhile, the same bytes follow its records.
		while (!(await environment.advance("tail", tail, tail + records, write)))
			tail = environment.position("tail");
		storedAt = performance.now();
		tail += records;
	};

	/** An empty commit that is synced to the disk. */
	const commitNothing = async () => {
		const position = environment.position("tail");
		await environment.advance("tail", position, position, () => []);
		storedAt = performance.now();
	};

	return {
		createWriter: () => createBlockWriter(capacityBytes),
		/**
		 * Resolves once all are on disk.
		 * @throws QueueUnavailableError when none of them is
		 */
		store: async (writers: readonly BlockWriter[]): Promise<void> => {
			try {
				await commit(writers);
			} catch (error) {
				tail = environment.position("tail");
				headroom.forget();
				if (error instanceof QueueUnavailableError) throw error;
				throw new QueueUnavailableError("The queue's disk refused a write", { cause: error });
			}
		},
		/** @throws QueueUnavailableError without room, or with the error of a failed write */
		probe: async (): Promise<void> => {
			await findRoom(TYPICAL_RECORD_BYTES);
			if (performance.now() - storedAt < PROBE_AFTER_MS) return;
			probing ??= commitNothing().finally(() => {
				probing = undefined;
			});
			await probing;
		},
		close: async (): Promise<void> => {
			await probing?.catch(() => undefined);
			await headroom.close();
		},
	};
};
