import { QueueUnavailableError } from "../driver/queue.ts";
import { explainKafkaError } from "./connection.ts";
import type { KeyedMessage } from "./keyed-message.ts";
import {
	createReconnectingProducer,
	isTooLarge,
	type ReconnectingProducerOptions,
	untilMs,
} from "./reconnecting-producer.ts";
import { createBatch, isFull, messageBytes, type SenderBatch } from "./sender-batch.ts";

const MAX_RECORD_BYTES = 900 * 1024;
const TOO_LARGE = "The record is larger than the topic allows";
const NO_BROKER = "No Kafka broker is responding";

export interface OrderedSenderOptions extends ReconnectingProducerOptions {
	/** Maximum time that the first record of a batch waits for others. */
	lingerMs: number;
	/** How long a record may wait for its acknowledgement. */
	deliveryTimeoutMs: number;
	/**
	 * The same for records that are redelivered. Nobody waits for these, and a slow cluster must eventually receive them:
	 * each attempt that is given up may have stored them once more.
	 */
	redeliveryTimeoutMs: number;
	maxPendingBytes: number;
	/** Called with all queued batches in order when the first of them is given up. A broker may have stored that one. */
	undelivered(batches: SenderBatch[], error: QueueUnavailableError): void;
}

/** An ordered sender: one batch is in flight at a time, so no record overtakes another. */
export interface OrderedSender {
	append(message: KeyedMessage): Promise<void>;
	/** Sends records that are stored elsewhere too; rejects if they may not be stored. */
	redeliver(messages: KeyedMessage[]): Promise<void>;
	/** False after records were given up, until a broker answers again. */
	isOpen(): boolean;
	/** How long the batch in flight has been waiting for an answer, 0 without one. */
	waitsMs(): number;
	/** Delivers the queued records, or gives them up at their deadline. */
	close(): Promise<void>;
}

/** Delays a batch so that more records can join it. */
const createLinger = () => {
	let end: () => void = () => undefined;
	return {
		until: (leavesAt: number) =>
			new Promise<void>((resolve) => {
				const timer = setTimeout(resolve, untilMs(leavesAt));
				end = () => {
					clearTimeout(timer);
					resolve();
				};
			}),
		end: () => end(),
	};
};

export const createOrderedSender = (options: OrderedSenderOptions): OrderedSender => {
	const { topic, lingerMs, maxPendingBytes, undelivered, logger } = options;
	const timeoutMsOf = (redelivered: boolean) =>
		redelivered ? options.redeliveryTimeoutMs : options.deliveryTimeoutMs;
	let queued: SenderBatch[] = [];
	let pendingBytes = 0;
	/**
	 * A request costs as much as some 300 records, so a batch waits for as many as can be expected: those of the last one,
	 * whose senders have their answers by now, and those that arrived meanwhile. A single record hardly waits.
	 */
	let expectedRecords = 0;
	let leftAt: number | undefined;
	const producer = createReconnectingProducer(options);
	let closed = false;
	let running: Promise<void> | undefined;
	const linger = createLinger();

	const giveUp = (batch: SenderBatch, error: unknown) => {
		const reason = `Kafka did not accept records within ${timeoutMsOf(batch.redelivered)} ms: ${explainKafkaError(error, topic)}`;
		const refusal = new QueueUnavailableError(reason, { cause: error });
		logger.error({ topic, reason }, "Kafka cannot be written to");
		const all = [batch, ...queued];
		queued = [];
		pendingBytes = 0;
		producer.disconnected();
		for (const { redelivered, reject } of all) if (redelivered) reject(refusal);
		const given = all.filter(({ redelivered }) => !redelivered);
		undelivered(given, refusal);
	};

	const isComplete = (batch: SenderBatch) =>
		isFull(batch) || (expectedRecords > 1 && batch.messages.length >= expectedRecords);

	const run = async () => {
		for (;;) {
			const [batch] = queued;
			if (batch === undefined) break;
			if (!closed && !isComplete(batch) && queued.length === 1) await linger.until(batch.leavesAt);
			queued.shift();
			leftAt = performance.now();
			const failure = await producer.deliver(batch);
			leftAt = undefined;
			expectedRecords = batch.messages.length + (queued[0]?.messages.length ?? 0);
			if (failure !== undefined && !isTooLarge(failure)) {
				giveUp(batch, failure);
				continue;
			}
			pendingBytes -= batch.bytes;
			if (failure === undefined) batch.resolve();
			else batch.reject(new RangeError(TOO_LARGE, { cause: failure }));
		}
		running = undefined;
	};

	const currentBatch = (redelivered: boolean): SenderBatch => {
		const last = queued.at(-1);
		if (last && last.redelivered === redelivered && !isFull(last)) return last;
		const lingers = expectedRecords > 1 ? lingerMs : lingerMs / 4;
		const waitMs = redelivered ? 0 : lingers;
		const batch = createBatch(redelivered, waitMs, timeoutMsOf(redelivered));
		queued.push(batch);
		// Another batch follows, so no more records can join the first one.
		linger.end();
		return batch;
	};

	const add = (message: KeyedMessage, redelivered: boolean): Promise<void> => {
		const batch = currentBatch(redelivered);
		batch.messages.push(message);
		batch.bytes += messageBytes(message);
		pendingBytes += messageBytes(message);
		if (isComplete(batch)) linger.end();
		running ??= run();
		return batch.promise;
	};

	/** The error if a message cannot be appended now, else undefined. */
	const refusalOf = ({ value }: KeyedMessage): Error | undefined => {
		if (closed) return new QueueUnavailableError("The queue is closed");
		if (!producer.isOpen()) return new QueueUnavailableError(NO_BROKER);
		if (value.length > MAX_RECORD_BYTES)
			return new RangeError(
				`A record may have at most ${MAX_RECORD_BYTES} bytes, not ${value.length}`,
			);
		if (pendingBytes + value.length > maxPendingBytes)
			return new QueueUnavailableError(`More than ${maxPendingBytes} bytes wait for Kafka`);
		return undefined;
	};

	return {
		append: (message) => {
			const refusal = refusalOf(message);
			return refusal ? Promise.reject(refusal) : add(message, false);
		},
		redeliver: async (messages) => {
			if (closed || !producer.isOpen()) throw new QueueUnavailableError(NO_BROKER);
			await Promise.all(new Set(messages.map((message) => add(message, true))));
		},
		isOpen: () => producer.isOpen() && !closed,
		waitsMs: () => (leftAt === undefined ? 0 : performance.now() - leftAt),
		close: async () => {
			closed = true;
			linger.end();
			await running;
			await producer.close();
		},
	};
};
