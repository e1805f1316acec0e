import type { IdempotentProducer } from "./idempotent-producer.ts";

/** The producer in use, if any: one that has failed is dropped, and another is opened when it is needed. */
export interface ProducerSlot {
	/** Opens one at a time: a producer that comes after its deadline serves the next batch instead of leaking. */
	ready(): Promise<IdempotentProducer>;
	/** Closes the producer in use, without waiting for it. */
	drop(): void;
	/** Closes the producer in use, and any that is still being opened once it is there. */
	close(): Promise<void>;
}

export const createProducerSlot = (
	openProducer: () => Promise<IdempotentProducer>,
	onCloseFailed: (error: unknown) => void,
): ProducerSlot => {
	let producer: IdempotentProducer | undefined;
	let opening: Promise<IdempotentProducer> | undefined;
	let closed = false;

	const open = async (): Promise<IdempotentProducer> => {
		try {
			const opened = await openProducer();
			if (closed) await opened.close().catch(onCloseFailed);
			else producer = opened;
			return opened;
		} finally {
			opening = undefined;
		}
	};

	const close = async () => {
		const closing = producer;
		producer = undefined;
		await closing?.close().catch(onCloseFailed);
	};

	return {
		ready: async () => {
			if (producer) return producer;
			opening ??= open();
			return opening;
		},
		drop: () => void close(),
		close: async () => {
			closed = true;
			await close();
		},
	};
};
