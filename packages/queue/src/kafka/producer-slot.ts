import type { Sender } from "./idempotent-producer.ts";

/** The sender in use, if any: one that has failed is dropped, and another is opened when it is needed. */
export interface SenderSlot {
	/** Opens one at a time: a sender that comes after its deadline serves the next batch instead of leaking. */
	ready(): Promise<Sender>;
	/** Closes the sender in use, without waiting for it. */
	drop(): void;
	/** Closes the sender in use, and any that is still being opened once it is there. */
	close(): Promise<void>;
}

export const createSenderSlot = (
	openSender: () => Promise<Sender>,
	onCloseFailed: (error: unknown) => void,
): SenderSlot => {
	let sender: Sender | undefined;
	let opening: Promise<Sender> | undefined;
	let closed = false;

	const open = async (): Promise<Sender> => {
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
