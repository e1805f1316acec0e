import type { Logger } from "@footfall/shared/logger";
import { retry } from "@footfall/shared/retry";
import { QueueUnavailableError } from "../driver/queue.ts";
import { withTimeout } from "../driver/with-timeout.ts";
import { explainKafkaError, kafkaErrorType } from "./connection.ts";
import type { IdempotentProducer, KeyedMessage } from "./idempotent-producer.ts";
import { createProducerSlot } from "./producer-slot.ts";
import { createBatch, isFull, messageBytes, type SenderBatch } from "./sender-batch.ts";

const MAX_RECORD_BYTES = 900 * 1024;
const ENOUGH_RECORDS = 120;
const PAUSES = { pauseMs: 50, longestPauseMs: 1000 };

export interface OrderedSenderOptions {
	topic: string;
	openSender(): Promise<IdempotentProducer>;
	/** How long the first record of a batch waits for company, at most. */
	lingerMs: number;
	/** How long a record may wait for its acknowledgement. */
	deliveryTimeoutMs: number;
	maxPendingBytes: number;
	/**
	 * Called with every batch that waits, in order and at once, when the first of them is given up.
	 * Whether a broker has stored that first one is not known.
	 */
	undelivered(batches: SenderBatch[], error: QueueUnavailableError): void;
	logger: Logger;
}

/** An ordered way into the topic: one batch is on its way at a time, so no record overtakes another. */
export interface OrderedSender {
	append(message: KeyedMessage): Promise<void>;
	/** Sends records that are kept elsewhere; rejects when they may not be stored. */
	redeliver(messages: KeyedMessage[]): Promise<void>;
	/** False from the moment that records were given up until a broker answers again. */
	isOpen(): boolean;
	/** For how long the batch on its way has been waiting for an answer, 0 when none is. */
	waitsMs(): number;
	/** Delivers what waits, or gives it up at its deadline. */
	close(): Promise<void>;
}

const NO_ANSWER = new Error("no broker answered in time");

const untilMs = (time: number) => Math.max(0, time - performance.now());

const before = <Result>(deadline: number, work: Promise<Result>): Promise<Result> =>
	withTimeout(untilMs(deadline), NO_ANSWER, work);

export const createOrderedSender = (options: OrderedSenderOptions): OrderedSender => {
	const { topic, lingerMs, deliveryTimeoutMs, maxPendingBytes, undelivered, logger } = options;
	let queued: SenderBatch[] = [];
	let pendingBytes = 0;
	let lastBatchRecords = 0;
	let leftAt: number | undefined;
	const senders = createProducerSlot(options.openSender, (error) =>
		logger.warn({ topic, error }, "A Kafka producer could not be closed"),
	);
	let open = true;
	const closing = new AbortController();
	let running: Promise<void> | undefined;
	let reopening: Promise<void> | undefined;
	/** Sends the batch that waits for company. */
	let leaveNow: () => void = () => undefined;

	/** Half of a batch that is too large for the broker fits, unless it is a single record. */
	const sendInParts = async (messages: KeyedMessage[], deadline: number): Promise<void> => {
		const ready = await before(deadline, senders.ready());
		try {
			await before(deadline, ready.send(messages));
		} catch (error) {
			if (kafkaErrorType(error) !== "MESSAGE_TOO_LARGE" || messages.length === 1) throw error;
			senders.drop();
			const half = messages.length >> 1;
			await sendInParts(messages.slice(0, half), deadline);
			await sendInParts(messages.slice(half), deadline);
		}
	};

	/** Sends until it is stored or its time is up; resolves to why it was given up, if so. */
	const deliver = async (batch: SenderBatch): Promise<unknown> => {
		let known: unknown = NO_ANSWER;
		const send = () =>
			sendInParts(batch.messages, batch.deadline).catch((error: unknown) => {
				senders.drop();
				if (error !== NO_ANSWER) known = error;
				throw error;
			});
		try {
			await retry(send, {
				...PAUSES,
				shouldRetry: (error, _failures, pauseMs) =>
					kafkaErrorType(error) !== "MESSAGE_TOO_LARGE" && untilMs(batch.deadline) > pauseMs,
				onRetry: (error) =>
					logger.warn(
						{ topic, records: batch.messages.length, reason: explainKafkaError(error, topic) },
						"Kafka did not take a batch, sending it again",
					),
			});
			return undefined;
		} catch {
			return known;
		}
	};

	const reopen = async () => {
		try {
			await retry(senders.ready, { ...PAUSES, signal: closing.signal });
			open = true;
		} catch {
			// The sender was closed. The failure that it met first was reported; that it lasts shows in `isOpen`.
		}
		reopening = undefined;
	};

	const giveUp = (batch: SenderBatch, error: unknown) => {
		const reason = `Kafka did not take records in ${deliveryTimeoutMs} ms: ${explainKafkaError(error, topic)}`;
		const refusal = new QueueUnavailableError(reason, { cause: error });
		logger.error({ topic, reason }, "Kafka cannot be written to");
		const all = [batch, ...queued];
		queued = [];
		pendingBytes = 0;
		open = false;
		for (const { redelivered, reject } of all) if (redelivered) reject(refusal);
		undelivered(
			all.filter(({ redelivered }) => !redelivered),
			refusal,
		);
		reopening ??= reopen();
	};

	const lingers = (batch: SenderBatch) =>
		new Promise<void>((resolve) => {
			if (closing.signal.aborted || isFull(batch) || queued.length > 1) return resolve();
			const timer = setTimeout(resolve, untilMs(batch.leavesAt));
			leaveNow = () => {
				clearTimeout(timer);
				resolve();
			};
		});

	const run = async () => {
		for (;;) {
			const [batch] = queued;
			if (batch === undefined) break;
			await lingers(batch);
			queued.shift();
			lastBatchRecords = batch.messages.length;
			leftAt = performance.now();
			const failure = await deliver(batch);
			leftAt = undefined;
			if (failure === undefined) {
				pendingBytes -= batch.bytes;
				batch.resolve();
			} else if (kafkaErrorType(failure) === "MESSAGE_TOO_LARGE") {
				pendingBytes -= batch.bytes;
				batch.reject(
					new RangeError("The record is larger than the topic takes", { cause: failure }),
				);
			} else giveUp(batch, failure);
		}
		running = undefined;
	};

	/**
	 * A request costs as much as some 300 records. A record that travels alone anyway need not wait for company,
	 * and where a quarter of the time brings enough of it the rest of the wait would save little.
	 */
	const lingerNow = () =>
		lastBatchRecords <= 1 || lastBatchRecords >= ENOUGH_RECORDS ? lingerMs / 4 : lingerMs;

	const currentBatch = (redelivered: boolean): SenderBatch => {
		const last = queued.at(-1);
		if (last && last.redelivered === redelivered && !isFull(last)) return last;
		const now = performance.now();
		const batch = createBatch(
			redelivered ? now : now + lingerNow(),
			now + deliveryTimeoutMs,
			redelivered,
		);
		queued.push(batch);
		// Another batch behind it: the first one has all the company it will get.
		leaveNow();
		return batch;
	};

	const add = (message: KeyedMessage, redelivered: boolean): Promise<void> => {
		const batch = currentBatch(redelivered);
		batch.messages.push(message);
		batch.bytes += messageBytes(message);
		pendingBytes += messageBytes(message);
		if (isFull(batch)) leaveNow();
		running ??= run();
		return batch.stored;
	};

	return {
		append: (message) => {
			if (closing.signal.aborted)
				return Promise.reject(new QueueUnavailableError("The queue is closed"));
			if (!open)
				return Promise.reject(new QueueUnavailableError("No Kafka broker answers for now"));
			if (message.value.length > MAX_RECORD_BYTES)
				return Promise.reject(
					new RangeError(
						`A record has at most ${MAX_RECORD_BYTES} bytes, not ${message.value.length}`,
					),
				);
			if (pendingBytes + message.value.length > maxPendingBytes)
				return Promise.reject(
					new QueueUnavailableError(`More than ${maxPendingBytes} bytes wait for Kafka`),
				);
			return add(message, false);
		},
		redeliver: async (messages) => {
			if (closing.signal.aborted || !open)
				throw new QueueUnavailableError("No Kafka broker answers for now");
			await Promise.all(new Set(messages.map((message) => add(message, true))));
		},
		isOpen: () => open && !closing.signal.aborted,
		waitsMs: () => (leftAt === undefined ? 0 : performance.now() - leftAt),
		close: async () => {
			closing.abort();
			leaveNow();
			await running;
			await senders.close();
			await reopening;
		},
	};
};
