import type { Logger } from "@footfall/shared/logger";
import { createDeferred, type Deferred } from "../driver/deferred.ts";
import {
	type Consumer,
	type ConsumerOptions,
	type Producer,
	type ProducerHealth,
	type QueueDepth,
	QueueUnavailableError,
} from "../driver/queue.ts";
import { startDrain } from "./drain-spill.ts";
import { type KeyedMessage, keyedMessageOf, senderIndexOf } from "./keyed-message.ts";
import type { OrderedSender } from "./ordered-sender.ts";
import type { SenderBatch } from "./sender-batch.ts";
import { type AskDepth, type SendersHealth, sendersHealth } from "./senders-health.ts";
import { packRecord } from "./spilled-record.ts";

const DRAIN: ConsumerOptions = { minRecords: 1, maxWaitMs: 5, maxRecords: 2000 };
/** Up to this many spilled records drain quickly: newer ones wait in memory meanwhile, so the spill becomes empty. */
const HOLD_BELOW = 500;
const MAX_HELD = 20_000;
/** Longer than the rest of a spill takes while Kafka is healthy. */
const HOLD_MS = 500;

/** A queue private to this process for records that Kafka does not accept; the embedded queue is one. */
export interface SpillQueue {
	producer(): Producer;
	consumer(options: ConsumerOptions): Consumer;
	depth(): QueueDepth;
}

/** A producer that writes to the spill while Kafka is unavailable. */
export interface SpillingProducer extends Producer {
	/** Records in the spill that are not in Kafka yet. */
	spilled(): number;
}

/** Messages that wait in memory until the spill is empty. */
const createHeldMessages = () => {
	let held: (Deferred & { message: KeyedMessage })[] = [];
	return {
		size: () => held.length,
		add: (message: KeyedMessage): Promise<void> => {
			const one = { message, ...createDeferred() };
			held.push(one);
			return one.promise;
		},
		release: (send: (message: KeyedMessage) => Promise<void>): void => {
			const released = held;
			held = [];
			for (const { message, resolve, reject } of released) send(message).then(resolve, reject);
		},
	};
};

const jointHealth = (kafka: SendersHealth, disk: ProducerHealth, isClosed: boolean) => {
	// A missing topic is a configuration error rather than an outage, and would fill the disk.
	const canStore = !isClosed && !kafka.isTopicMissing && (disk.canStore || kafka.canStore);
	const reasons = [kafka.reason, disk.reason].filter((reason) => reason !== "");
	return {
		canStore,
		reason: canStore ? "" : reasons.join("; "),
		oldestAgeMs: Math.max(kafka.oldestAgeMs, disk.oldestAgeMs),
	};
};

/**
 * Keeps the order of each key through an outage: once a sender has given up records, later ones follow them into the
 * spill until it is empty again.
 */
export const createSpillingProducer = (
	createSenders: (undelivered: (sender: number, batches: SenderBatch[]) => void) => OrderedSender[],
	spill: SpillQueue,
	askDepth: AskDepth,
	logger: Logger,
): SpillingProducer => {
	const keep = spill.producer();
	/** Counted when the append begins, so that 0 also excludes appends in flight. */
	let spilled = spill.depth().records;
	/** Senders whose records must not overtake the spill. Records of an earlier run may belong to any sender. */
	const behindSpill = new Set<number>();
	let holding = false;
	const held = createHeldMessages();
	let holdingEnds: NodeJS.Timeout | undefined;
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
		holding = false;
		clearTimeout(holdingEnds);
		held.release(keepRecord);
	};

	const senders = createSenders((sender, batches) => {
		if (behindSpill.size === 0 && batches.length > 0)
			logger.warn({}, "Records are spilled to this disk until Kafka accepts them again");
		behindSpill.add(sender);
		keepHeld();
		for (const { messages, resolve, reject } of batches)
			Promise.all(messages.map(keepRecord)).then(() => resolve(), reject);
	});
	if (spilled > 0) for (const sender of senders.keys()) behindSpill.add(sender);

	/** Sends to Kafka, or appends to the spill. */
	const route = (message: KeyedMessage): Promise<void> => {
		const index = senderIndexOf(message, senders.length);
		const sender = senders[index];
		if (sender?.isOpen() && !behindSpill.has(index)) return sender.append(message);
		behindSpill.add(index);
		return keepRecord(message);
	};

	const emptied = () => {
		if (behindSpill.size > 0) logger.info({}, "All spilled records have been delivered to Kafka");
		behindSpill.clear();
		holding = false;
		clearTimeout(holdingEnds);
		held.release(route);
	};

	/** Called when records left the spill, or could not be written to it. */
	const left = (records: number) => {
		spilled -= records;
		if (spilled === 0) emptied();
		else if (spilled <= HOLD_BELOW && senders.every((sender) => sender.isOpen())) holding = true;
	};

	const drain = startDrain(spill.consumer(DRAIN), {
		senders,
		drained: left,
		refused: keepHeld,
		signal: closing.signal,
		logger,
	});

	return {
		append: ({ key, value }) => {
			if (closing.signal.aborted)
				return Promise.reject(new QueueUnavailableError("The queue is closed"));
			const message = keyedMessageOf(key, value);
			if (!holding || !behindSpill.has(senderIndexOf(message, senders.length)))
				return route(message);
			if (held.size() === 0) {
				clearTimeout(holdingEnds);
				holdingEnds = setTimeout(keepHeld, HOLD_MS);
			}
			if (held.size() < MAX_HELD) return held.add(message);
			keepHeld();
			return keepRecord(message);
		},
		health: async () => {
			const [kafka, disk] = await Promise.all([sendersHealth(senders, askDepth), keep.health()]);
			return {
				...jointHealth(kafka, disk, closing.signal.aborted),
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
