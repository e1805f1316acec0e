import type { Logger } from "@footfall/shared/logger";
import { retry } from "@footfall/shared/retry";
import {
	type Consumer,
	type ConsumerOptions,
	type Producer,
	type QueueBatch,
	type QueueDepth,
	QueueUnavailableError,
} from "../driver/queue.ts";
import { type KeyedMessage, keyedMessageOf } from "./idempotent-producer.ts";
import type { OrderedSender } from "./ordered-sender.ts";
import type { SenderBatch } from "./sender-batch.ts";
import { type AskDepth, sendersHealth } from "./senders-health.ts";
import { packRecord, unpackRecord } from "./spilled-record.ts";

const DRAIN: ConsumerOptions = { minRecords: 1, maxWaitMs: 5, maxRecords: 2000 };
/** So few spilled records drain in a moment: newer ones wait that long in memory, and the spill comes to an end. */
const HOLD_BELOW = 500;
const MAX_HELD = 20_000;
const RETRY_MS = 200;

/** A queue of this process alone that keeps what Kafka does not take; the embedded queue is one. */
export interface SpillQueue {
	producer(): Producer;
	consumer(options: ConsumerOptions): Consumer;
	depth(): QueueDepth;
}

/** A producer that writes to the spill while Kafka is away. */
export interface SpillingProducer extends Producer {
	/** Records that are in the spill and not yet in Kafka. */
	spilled(): number;
}

interface Held {
	message: KeyedMessage;
	resolve(): void;
	reject(error: unknown): void;
}

/**
 * Keeps the order of each key through an outage: once a sender has given records up, all that follow on it go
 * behind them into the spill, until the spill is empty again.
 */
export const createSpillingProducer = (
	createSenders: (undelivered: (sender: number, batches: SenderBatch[]) => void) => OrderedSender[],
	spill: SpillQueue,
	askDepth: AskDepth,
	logger: Logger,
): SpillingProducer => {
	const keep = spill.producer();
	const drain = spill.consumer(DRAIN);
	/** Counted when the append begins, so that 0 means that nothing is on its way there either. */
	let spilled = spill.depth().records;
	/** Whose records may not go past the spill. What an earlier run left may be of any sender. */
	const behindSpill = new Set<number>();
	let holding = false;
	let held: Held[] = [];
	let drainedUpTo = -1;
	const closing = new AbortController();

	const keepRecord = async ({ key, value }: KeyedMessage): Promise<void> => {
		spilled++;
		try {
			await keep.append({ key: key.toString(), value: packRecord(key, value) });
		} catch (error) {
			left(1);
			throw error;
		}
	};

	const keepHeld = () => {
		const keeping = held;
		held = [];
		holding = false;
		for (const { message, resolve, reject } of keeping) keepRecord(message).then(resolve, reject);
	};

	const senders = createSenders((sender, batches) => {
		if (behindSpill.size === 0 && batches.length > 0)
			logger.warn({}, "Records are kept on this disk until Kafka takes them again");
		behindSpill.add(sender);
		if (holding) keepHeld();
		for (const { messages, resolve, reject } of batches)
			Promise.all(messages.map(keepRecord)).then(() => resolve(), reject);
	});
	if (spilled > 0) for (const sender of senders.keys()) behindSpill.add(sender);

	const senderOf = ({ hash }: KeyedMessage): number => hash % senders.length;

	/** Into Kafka, or behind what waits for it. */
	const route = (message: KeyedMessage): Promise<void> => {
		const index = senderOf(message);
		const sender = senders[index];
		if (sender?.isOpen() && !behindSpill.has(index)) return sender.append(message);
		behindSpill.add(index);
		return keepRecord(message);
	};

	const emptied = () => {
		if (behindSpill.size > 0) logger.info({}, "Kafka has all that was kept on this disk");
		behindSpill.clear();
		holding = false;
		const sending = held;
		held = [];
		for (const { message, resolve, reject } of sending) route(message).then(resolve, reject);
	};

	/** So many records left the spill, or never got there. */
	const left = (records: number) => {
		spilled -= records;
		if (spilled === 0) emptied();
		else if (spilled <= HOLD_BELOW && senders.every((sender) => sender.isOpen())) holding = true;
	};

	const redeliver = (sender: OrderedSender, messages: KeyedMessage[]): Promise<void> =>
		retry(() => sender.redeliver(messages), {
			pauseMs: RETRY_MS,
			shouldRetry: (error) => error instanceof QueueUnavailableError,
			onRetry: () => {
				if (holding) keepHeld();
			},
			signal: closing.signal,
		});

	const drainBatch = async ({ records }: QueueBatch): Promise<void> => {
		const perSender = new Map<number, KeyedMessage[]>();
		for (const { value: packed } of records) {
			const { key, value } = unpackRecord(packed);
			const message = keyedMessageOf(key, value);
			const sender = senderOf(message);
			const messages = perSender.get(sender);
			if (messages) messages.push(message);
			else perSender.set(sender, [message]);
		}
		await Promise.all(
			[...perSender].map(([index, messages]) => {
				const sender = senders[index];
				return sender && redeliver(sender, messages);
			}),
		);
		const before = drainedUpTo;
		drainedUpTo = records.at(-1)?.offset ?? before;
		left(records.filter(({ offset }) => offset > before).length);
	};

	drain.start({
		assigned: () => Promise.resolve(),
		revoked: () => Promise.resolve(),
		handle: drainBatch,
		damaged: (partition, offset, reason) => {
			logger.error({ partition, offset, reason }, "A record kept on this disk is damaged");
			left(1);
		},
	});

	return {
		append: ({ key, value }) => {
			if (closing.signal.aborted)
				return Promise.reject(new QueueUnavailableError("The queue is closed"));
			const message = keyedMessageOf(key, value);
			if (!holding || !behindSpill.has(senderOf(message))) return route(message);
			if (held.length >= MAX_HELD) {
				keepHeld();
				return keepRecord(message);
			}
			return new Promise((resolve, reject) => held.push({ message, resolve, reject }));
		},
		health: async () => {
			const [kafka, disk] = await Promise.all([sendersHealth(senders, askDepth), keep.health()]);
			// No outage, which the disk is for, but a mistake that would fill it.
			const canStore =
				!closing.signal.aborted && !kafka.isTopicMissing && (disk.canStore || kafka.canStore);
			const reasons = [kafka.reason, disk.reason].filter((reason) => reason !== "");
			return {
				canStore,
				reason: canStore ? "" : reasons.join("; "),
				oldestAgeMs: Math.max(kafka.oldestAgeMs, disk.oldestAgeMs),
				isSpilling: behindSpill.size > 0 || !kafka.canStore,
				spilledRecords: spilled,
			};
		},
		spilled: () => spilled,
		close: async () => {
			closing.abort();
			keepHeld();
			await Promise.all(senders.map((sender) => sender.close()));
			await drain.close();
			await keep.close();
		},
	};
};
