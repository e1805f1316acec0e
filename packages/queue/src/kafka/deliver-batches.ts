import type { Logger } from "@footfall/shared/logger";
import { retry } from "@footfall/shared/waiting/retry";
import type { EachBatchPayload } from "kafkajs";
import type { BatchHandler, QueueRecord } from "../driver/queue.ts";
import { startHeartbeats } from "./heartbeats.ts";
import { createLease, type Lease } from "./lease.ts";
import type { Ownership } from "./ownership.ts";
import { slicesOf, type TopicSlice } from "./slices.ts";

/** State of one membership of the group, from joining to leaving. */
export interface Membership {
	handler: BatchHandler;
	ownership: Ownership;
	nameOf(partition: number): string;
}

/**
 * Share of the session for which a member relies on its last heartbeat. kafkajs' heartbeat is up to a tenth of the
 * session old when it reports that it was sent; another tenth is for requests in flight.
 */
const LEASE_SHARE = 0.8;

/** Passes kafkajs' batches to the handler in slices, and commits each slice that it has handled. */
export const createBatchDelivery = ({
	topic,
	retryMs,
	sessionTimeoutMs,
	rebalanceTimeoutMs,
	maxRecords,
	signal,
	logger,
}: {
	topic: string;
	retryMs: number;
	sessionTimeoutMs: number;
	rebalanceTimeoutMs: number;
	maxRecords: number;
	/** Aborted when the consumer closes. */
	signal: AbortSignal;
	logger: Logger;
}) => {
	const keys = new WeakMap<QueueRecord, Buffer | null>();
	/** A partition waits while the handler still works on an abandoned batch. */
	const inFlight = new Map<number, Promise<void>>();

	/** Delivers until the handler succeeds; resolves to whether it did. */
	const handle = async (
		{ handler, nameOf }: Membership,
		partition: number,
		records: QueueRecord[],
		isOurs: () => boolean,
		lease: Lease,
	): Promise<boolean> => {
		if (!isOurs() || signal.aborted) return false;
		const attempt = () => {
			const handled = handler.handle({ partition: nameOf(partition), records, lease });
			inFlight.set(
				partition,
				handled.catch(() => undefined),
			);
			return handled;
		};
		return retry(attempt, {
			pauseMs: retryMs,
			onRetry: (error) =>
				logger.error({ partition: nameOf(partition), error }, "A batch failed; retrying"),
			signal,
			isWanted: isOurs,
		}).then(
			() => true,
			() => false,
		);
	};

	/** Reports damage in a slice, and remembers the keys of its records. */
	const recordsOf = ({ handler, nameOf }: Membership, partition: number, slice: TopicSlice) => {
		for (const { offset, reason } of slice.damaged)
			handler.damaged(nameOf(partition), offset, reason);
		for (const { record, key } of slice.records) keys.set(record, key);
		return slice.records.map(({ record }) => record);
	};

	const deliverWhile = async (
		membership: Membership,
		payload: EachBatchPayload,
		isOurs: () => boolean,
		lease: Lease,
	) => {
		const { partition, messages } = payload.batch;
		await inFlight.get(partition);
		if (!isOurs() || signal.aborted) return;
		await membership.ownership.ready(partition);
		for (const slice of slicesOf(messages, maxRecords)) {
			const { last } = slice;
			const records = recordsOf(membership, partition, slice);
			if (records.length > 0 && !(await handle(membership, partition, records, isOurs, lease)))
				return;
			if (!isOurs()) return;
			if (last === undefined) continue;
			payload.resolveOffset(last);
			const offset = String(BigInt(last) + 1n);
			await payload.commitOffsetsIfNecessary({
				topics: [{ topic, partitions: [{ partition, offset }] }],
			});
		}
	};

	const deliver = async (membership: Membership, payload: EachBatchPayload): Promise<void> => {
		const isCurrent = membership.ownership.generation();
		let abandoned = false;
		const lease = createLease(LEASE_SHARE * sessionTimeoutMs);
		const askedAt = performance.now();
		await payload.heartbeat();
		lease.confirmed(askedAt);
		const beats = startHeartbeats({
			heartbeat: () => payload.heartbeat(),
			sessionTimeoutMs,
			graceMs: rebalanceTimeoutMs / 2,
			confirmed: lease.confirmed,
		});
		try {
			await Promise.race([
				deliverWhile(membership, payload, () => isCurrent() && !abandoned, lease),
				beats.lost.catch((error: unknown) => {
					abandoned = true;
					membership.ownership.lost(payload.batch.partition);
					throw error;
				}),
			]);
		} finally {
			beats.stop();
			lease.close();
		}
	};

	return {
		/** Resolves when the batch is committed or the partition is lost. */
		deliver,
		keyOf: (record: QueueRecord): Buffer | null => keys.get(record) ?? null,
	};
};
