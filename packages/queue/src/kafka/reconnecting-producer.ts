import type { Logger } from "@footfall/shared/logger";
import { retry } from "@footfall/shared/waiting/retry";
import { withTimeout } from "../driver/with-timeout.ts";
import { explainKafkaError, kafkaErrorType } from "./connection.ts";
import type { IdempotentProducer } from "./idempotent-producer.ts";
import type { KeyedMessage } from "./keyed-message.ts";
import type { SenderBatch } from "./sender-batch.ts";

const PAUSES = { pauseMs: 50, longestPauseMs: 1000 };
const NO_ANSWER = new Error("no broker answered in time");

export const untilMs = (time: number) => Math.max(0, time - performance.now());

export const isTooLarge = (error: unknown) => kafkaErrorType(error) === "MESSAGE_TOO_LARGE";

const before = <Result>(deadline: number, work: Promise<Result>): Promise<Result> =>
	withTimeout(untilMs(deadline), NO_ANSWER, work);

export interface ReconnectingProducerOptions {
	topic: string;
	openProducer(): Promise<IdempotentProducer>;
	logger: Logger;
}

/** The producer in use, if any. A failed one is dropped, and another opened when needed. */
const createProducerSlot = ({ topic, openProducer, logger }: ReconnectingProducerOptions) => {
	let producer: IdempotentProducer | undefined;
	let opening: Promise<IdempotentProducer> | undefined;
	let closed = false;

	const closeOne = (open: IdempotentProducer | undefined) =>
		open
			?.close()
			.catch((error: unknown) =>
				logger.warn({ topic, error }, "A Kafka producer could not be closed"),
			);

	const open = async (): Promise<IdempotentProducer> => {
		try {
			const opened = await openProducer();
			if (closed) await closeOne(opened);
			else producer = opened;
			return opened;
		} finally {
			opening = undefined;
		}
	};

	/** Closes the producer in use. */
	const drop = async () => {
		const closing = producer;
		producer = undefined;
		await closeOne(closing);
	};

	return {
		/** Opens one at a time: a producer that opens after its deadline is used for the next batch instead of leaking. */
		ready: async () => {
			if (producer) return producer;
			opening ??= open();
			return opening;
		},
		drop: () => void drop(),
		/** Closes the producer in use, and one that is still opening. */
		close: async () => {
			closed = true;
			await drop();
		},
	};
};

/** Delivers one batch at a time, through a new producer after each failure. */
export const createReconnectingProducer = (options: ReconnectingProducerOptions) => {
	const { topic, logger } = options;
	const producers = createProducerSlot(options);
	const closing = new AbortController();
	let isOpen = true;
	let reopening: Promise<void> | undefined;

	/** Half of a batch that is too large for the broker may fit, unless it is a single record. */
	const sendInParts = async (messages: KeyedMessage[], deadline: number): Promise<void> => {
		const ready = await before(deadline, producers.ready());
		try {
			await before(deadline, ready.send(messages));
		} catch (error) {
			if (!isTooLarge(error) || messages.length === 1) throw error;
			producers.drop();
			const half = messages.length >> 1;
			await sendInParts(messages.slice(0, half), deadline);
			await sendInParts(messages.slice(half), deadline);
		}
	};

	/** Sends until it is stored or its deadline has passed; resolves to the error if it was given up. */
	const deliver = async (batch: SenderBatch): Promise<unknown> => {
		let known: unknown = NO_ANSWER;
		const send = () =>
			sendInParts(batch.messages, batch.deadline).catch((error: unknown) => {
				producers.drop();
				if (error !== NO_ANSWER) known = error;
				throw error;
			});
		try {
			await retry(send, {
				...PAUSES,
				shouldRetry: (error, _failures, pauseMs) =>
					!isTooLarge(error) && untilMs(batch.deadline) > pauseMs,
				onRetry: (error) =>
					logger.warn(
						{ topic, records: batch.messages.length, reason: explainKafkaError(error, topic) },
						"Kafka did not accept a batch; resending it",
					),
			});
			return undefined;
		} catch {
			return known;
		}
	};

	/** Closed from now on, until a broker answers again. */
	const disconnected = () => {
		isOpen = false;
		reopening ??= retry(producers.ready, { ...PAUSES, signal: closing.signal })
			.then(
				() => {
					isOpen = true;
				},
				// The failure was reported when records were given up; `isOpen` shows that it continues.
				() => undefined,
			)
			.finally(() => {
				reopening = undefined;
			});
	};

	return {
		deliver,
		disconnected,
		isOpen: () => isOpen,
		close: async () => {
			closing.abort();
			await producers.close();
			await reopening;
		},
	};
};
