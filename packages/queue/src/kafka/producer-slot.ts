import type { IdempotentProducer } from "./idempotent-producer.ts";

/** The sender in use, if any: one that has failed is dropped, and another is opened when it is needed. */
export interface ProducerSlot {
	/** Opens one at a time: a sender that comes after its deadline serves the next batch instead of leaking. */
	ready(): Promise<IdempotentProducer>;
	/** Closes the sender in use, without waiting for it. */
	drop(): void;
	/** Closes the sender in use, and any that is still being opened once it is there. */
	close(): Promise<void>;
}

export const createProducerSlot = (
	openSender: () => Promise<IdempotentProducer>,
	onCloseFailed: (error: unknown) => void,
): ProducerSlot => {
	let sender: IdempotentProducer | undefined;
	let opening: Promise<IdempotentProducer> | undefined;
	let closed = false;

	const open = async (): Promise<IdempotentProducer> => {
		try {
			const opened = await openSender();
			if (closed) await opened.close().catch(onCloseFailed);
			else sender = opened;
			return opened;
		} finally {
			opening = undefined;
		}
	};

	const close = async () => {
		const closing = sender;
		sender = undefined;
		await closing?.close().catch(onCloseFailed);
	};

	return {
		ready: async () => {
			if (sender) return sender;
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
