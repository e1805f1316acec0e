import { createDeferred, type Deferred } from "../driver/deferred.ts";
import type { KeyedMessage } from "./keyed-message.ts";

/** By default, brokers accept batches of 1 MB. */
const MAX_BATCH_BYTES = 512 * 1024;
const MAX_BATCH_RECORDS = 2000;

/** Records that are sent together: all are acknowledged, or none. */
export interface SenderBatch extends Deferred {
	messages: KeyedMessage[];
	bytes: number;
	/** Deadlines for sending it and for giving it up. */
	leavesAt: number;
	deadline: number;
	/** Stored elsewhere, so it need not be stored again when it is given up. */
	redelivered: boolean;
}

export const createBatch = (
	redelivered: boolean,
	lingerMs: number,
	timeoutMs: number,
): SenderBatch => {
	const now = performance.now();
	const times = { leavesAt: now + lingerMs, deadline: now + timeoutMs };
	return { messages: [], bytes: 0, ...times, redelivered, ...createDeferred() };
};

export const messageBytes = ({ key, value }: KeyedMessage) => key.length + value.length + 80;

export const isFull = ({ bytes, messages }: SenderBatch) =>
	bytes >= MAX_BATCH_BYTES || messages.length >= MAX_BATCH_RECORDS;
