import { type Deferred, deferred } from "../driver/deferred.ts";
import type { KeyedMessage } from "./keyed-message.ts";

/** Brokers take 1 MB a batch unless told otherwise. */
const MAX_BATCH_BYTES = 512 * 1024;
const MAX_BATCH_RECORDS = 2000;

/** Records that travel together: stored together, or as far as anyone knows not at all. */
export interface SenderBatch extends Deferred {
	messages: KeyedMessage[];
	bytes: number;
	/** When it leaves at the latest, and when it is given up. */
	leavesAt: number;
	deadline: number;
	/** Read again from elsewhere, so not to be kept once more when it is given up. */
	redelivered: boolean;
}

export const createBatch = (
	redelivered: boolean,
	lingerMs: number,
	deliveryTimeoutMs: number,
): SenderBatch => {
	const now = performance.now();
	const times = { leavesAt: now + lingerMs, deadline: now + deliveryTimeoutMs };
	return { messages: [], bytes: 0, ...times, redelivered, ...deferred() };
};

export const messageBytes = ({ key, value }: KeyedMessage) => key.length + value.length + 80;

export const isFull = ({ bytes, messages }: SenderBatch) =>
	bytes >= MAX_BATCH_BYTES || messages.length >= MAX_BATCH_RECORDS;
