import type { BatchHandler, QueueBatch } from "@footfall/queue";
import { type LoadRecord, nameOf, recordOf } from "./record-load.ts";

/** The records that a loader would have stored, each once, however often it was delivered. */
export interface RecordLedger extends BatchHandler {
	/** Names of all records, in the order in which each was first delivered. */
	stored(): string[];
	deliveries(): number;
	/** Partitions currently assigned. */
	owned(): string[];
	/** Keys whose records did not arrive in the order in which they were appended. */
	disordered(): string[];
	/** Offsets that did not ascend although the partition was not reassigned. */
	steppedBack(): string[];
}

/** `onBatch` is called before a batch counts as stored, and may reject it by throwing. */
export const createRecordLedger = (
	onBatch: (batch: QueueBatch) => Promise<void> | void = () => undefined,
): RecordLedger => {
	const first = new Map<string, LoadRecord>();
	const owned = new Map<string, number>();
	const steppedBack: string[] = [];
	let deliveries = 0;
	return {
		assigned: (partition) => {
			owned.set(partition, -1);
			return Promise.resolve();
		},
		revoked: (partition) => {
			owned.delete(partition);
			return Promise.resolve();
		},
		handle: async (batch) => {
			await onBatch(batch);
			for (const record of batch.records) {
				deliveries++;
				const last = owned.get(batch.partition);
				if (last === undefined) steppedBack.push(`${batch.partition} is not owned`);
				else if (record.offset <= last) steppedBack.push(`${batch.partition}@${record.offset}`);
				if (owned.has(batch.partition)) owned.set(batch.partition, record.offset);
				const content = recordOf(record);
				const name = nameOf(content);
				if (!first.has(name)) first.set(name, content);
			}
		},
		damaged: () => undefined,
		stored: () => [...first.keys()],
		deliveries: () => deliveries,
		owned: () => [...owned.keys()].sort(),
		disordered: () => {
			const last = new Map<string, number>();
			const keys = new Set<string>();
			for (const { key, number } of first.values()) {
				if (number < (last.get(key) ?? -1)) keys.add(key);
				last.set(key, number);
			}
			return [...keys];
		},
		steppedBack: () => steppedBack,
	};
};
