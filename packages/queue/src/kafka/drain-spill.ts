import type { Logger } from "@footfall/shared/logger";
import { retry } from "@footfall/shared/waiting/retry";
import { type Consumer, type QueueBatch, QueueUnavailableError } from "../driver/queue.ts";
import {
	groupMessages,
	type KeyedMessage,
	keyedMessageOf,
	senderIndexOf,
} from "./keyed-message.ts";
import type { OrderedSender } from "./ordered-sender.ts";
import { unpackRecord } from "./spilled-record.ts";

const RETRY_MS = 200;

/** Moves the records of a spill into Kafka, in order for each sender. */
export const startDrain = (
	spill: Consumer,
	{
		senders,
		drained,
		refused,
		signal,
		logger,
	}: {
		senders: readonly OrderedSender[];
		/** Called with the number of records that left the spill or are damaged. */
		drained(records: number): void;
		/** Called each time Kafka refuses records of the spill. */
		refused(): void;
		/** Aborted when the producer closes. */
		signal: AbortSignal;
		logger: Logger;
	},
): Consumer => {
	const drainedUpTo = new Map<string, number>();

	const redeliver = (sender: OrderedSender, messages: KeyedMessage[]): Promise<void> =>
		retry(() => sender.redeliver(messages), {
			pauseMs: RETRY_MS,
			shouldRetry: (error) => error instanceof QueueUnavailableError,
			onRetry: refused,
			signal,
		});

	const drain = async ({ partition, records }: QueueBatch): Promise<void> => {
		const messages = records.map(({ value: packed }) => {
			const { key, value } = unpackRecord(packed);
			return keyedMessageOf(key, value);
		});
		const perSender = groupMessages(messages, (message) => senderIndexOf(message, senders.length));
		await Promise.all(
			[...perSender].map(([index, group]) => {
				const sender = senders[index];
				return sender && redeliver(sender, group);
			}),
		);
		const before = drainedUpTo.get(partition) ?? -1;
		drainedUpTo.set(partition, records.at(-1)?.offset ?? before);
		drained(records.filter(({ offset }) => offset > before).length);
	};

	spill.start({
		assigned: () => Promise.resolve(),
		revoked: () => Promise.resolve(),
		handle: drain,
		damaged: (partition, offset, reason) => {
			logger.error({ partition, offset, reason }, "A spilled record is damaged");
			drained(1);
		},
	});
	return spill;
};
