import type { BatchLease } from "@footfall/queue";
import type { Logger } from "@footfall/shared/logger";
import { retry } from "@footfall/shared/waiting/retry";
import { isDataFault, isOverLimit, isRefusal } from "../client/store-error.ts";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;
/** Attempts at a statement that the engine refuses without blaming the data. */
const TRIES = 3;

const NOT_HELD = "No heartbeat was answered for so long that another loader may store the block";

/** The loader was closed, or lost the partition, while a block could not be stored; the queue delivers it again. */
export class AbandonedBlockError extends Error {
	override name = "AbandonedBlockError";
}

/**
 * Retries failures of the machine; resolves to the error if the engine rejects its input, at the third attempt unless
 * the engine blames the data. An attempt receives a signal that fires when it must no longer take effect.
 * @param isDivisible whether smaller batches are possible, which helps when a time or memory limit is hit
 */
export type Persistently = (
	attempt: (signal: AbortSignal | undefined) => Promise<void>,
	isDivisible?: boolean,
) => Promise<unknown>;

/** Whether another attempt at the same is useless. */
const isFinal = (error: unknown, failures: number, isDivisible: boolean): boolean => {
	if (isDataFault(error)) return true;
	if (isOverLimit(error)) return isDivisible;
	return isRefusal(error) && failures >= TRIES;
};

export interface PersistenceOptions {
	logger: Logger;
	/** Aborted when the loader closes. */
	signal: AbortSignal;
	/** Whether this loader still owns the block: another one may have been given its partition. */
	isOurs(): boolean;
	/** Until when that is certain; absent if no other loader exists. */
	lease?: BatchLease | undefined;
	/** Called with each failure of the machine, and with undefined after a success. */
	failed(reason: string | undefined): void;
}

/** A `Persistently` for the blocks of one partition. */
export const createPersistence =
	({ logger, signal, isOurs, lease, failed }: PersistenceOptions): Persistently =>
	async (attempt, isDivisible = false) => {
		let isRefused = false;
		try {
			const whileHeld = () => {
				if (lease?.isHeld() === false) throw new AbandonedBlockError(NOT_HELD);
				return attempt(lease?.signal());
			};
			await retry(whileHeld, {
				pauseMs: FIRST_PAUSE_MS,
				longestPauseMs: LONGEST_PAUSE_MS,
				shouldRetry: (error, failures) => {
					isRefused = isFinal(error, failures, isDivisible);
					return !isRefused && lease?.isHeld() !== false;
				},
				onRetry: (error) => {
					failed(String(error));
					logger.error({ error }, "A block could not be stored; retrying");
				},
				signal,
				isWanted: isOurs,
			});
		} catch (error) {
			if (isRefused) return error;
			throw new AbandonedBlockError("Closed, or lost to another loader, before it was stored");
		}
		failed(undefined);
		return undefined;
	};

/**
 * Stores items or looks them up together, however long that takes. If the store rejects them, it halves them until
 * the item at fault is alone, and rejects that.
 * @param storing prepares an attempt, which is repeated as it is
 * @param refuse sets aside an item that the store rejects because of its contents
 */
export const storeInHalves = async <Item>(
	persistently: Persistently,
	items: readonly Item[],
	storing: (items: readonly Item[]) => (signal?: AbortSignal) => Promise<void>,
	refuse: (item: Item, reason: string) => Promise<void>,
): Promise<void> => {
	const [first] = items;
	if (first === undefined) return;
	const fault = await persistently(storing(items), items.length > 1);
	if (fault === undefined) return;
	if (items.length === 1) {
		await persistently(() => refuse(first, String(fault)));
		return;
	}
	const middle = Math.ceil(items.length / 2);
	await storeInHalves(persistently, items.slice(0, middle), storing, refuse);
	await storeInHalves(persistently, items.slice(middle), storing, refuse);
};
