import type { Consumer, QueueBatch, QueueRecord } from "@footfall/queue";
import type { Logger } from "@footfall/shared/logger";
import type { Tracing } from "@footfall/shared/tracing/tracing";
import type { EventStore } from "../client/client.ts";
import type { Erasures } from "../people/erasures.ts";
import type { ReplayObjects } from "../replays/replay-objects.ts";
import type { DecodedBatch, DecodedEvent, DecodedIdentify, Decoder } from "./decode-batch.ts";
import {
	removeDeletedRecordings,
	removeErased,
	withoutDeletedRecordings,
	withoutErased,
} from "./erased.ts";
import type { Memory } from "./memory.ts";
import { type Persistently, storeInHalves } from "./persistently.ts";
import { isMeasurement, measuredPage } from "./placed-rows.ts";
import { createReplayPlacement, type DecodedReplay, sessionEventOf } from "./replays.ts";
import type { SessionInput } from "./sessions.ts";
import { type BatchOutcome, storeBatch } from "./store-batch.ts";
import { storeQuarantined } from "./store-quarantined.ts";
import { storeReplays } from "./store-replays.ts";

/** The outcome of the records of a batch: each record counts in exactly one of these. */
export interface LoadOutcome extends BatchOutcome {
	/** Chunks of recordings. */
	replays: number;
	/** Events that do not fit their schema. */
	quarantined: number;
	/** Of people, recordings and sites that were erased while they were in the queue. */
	erased: number;
	/** Stored before a crash that prevented their commit. */
	alreadyStored: number;
}

export interface LoadOptions {
	decoder: Decoder;
	store: EventStore;
	consumer: Pick<Consumer, "setAside">;
	memory: Memory;
	held: HeldIdentifies;
	erasures: Erasures;
	replayObjects: Pick<ReplayObjects, "isThere" | "put"> | undefined;
	clock: () => number;
	/** Maximum number of records that are stored as one block. */
	blockRecords: number;
	logger: Logger;
	tracing?: Tracing | undefined;
}

interface Recalling {
	persistently: Persistently;
	/** Sets aside a record that cannot be loaded because of its contents. */
	setAside(record: QueueRecord, reason: string): Promise<void>;
}

const receivedTimes = ({ events, replays }: DecodedBatch): number[] => [
	...events.map(({ event }) => event.receivedAt),
	...replays.map(({ replay }) => replay.receivedAt),
];

/**
 * Identifications by their records, held until the events of other partitions that were appended
 * before them are stored.
 */
export type HeldIdentifies = Map<QueueRecord, { partition: string; read: DecodedIdentify }>;

const hold = (held: HeldIdentifies, decoded: DecodedBatch, partition: string): void => {
	for (const read of decoded.identifies) held.set(read.record, { partition, read });
	decoded.identifies = [];
};

const takeHeld = (held: HeldIdentifies, decoded: DecodedBatch): void => {
	if (held.size === 0) return;
	const earlier = [...held.values()].map(({ read }) => read);
	decoded.identifies = [...earlier, ...decoded.identifies].sort(
		({ identify: one }, { identify: other }) => one.receivedAt - other.receivedAt,
	);
};

/**
 * Looks up the sessions and page loads of a batch that memory does not know.
 * @returns records that the store cannot be queried for: they are set aside
 */
const recallPlaces = async (
	{ memory, persistently, setAside }: Pick<LoadOptions, "memory"> & Recalling,
	events: readonly DecodedEvent[],
	replays: readonly DecodedReplay[],
): Promise<ReadonlySet<QueueRecord>> => {
	const refused = new Set<QueueRecord>();
	const visits = events.filter(({ event }) => event.bot === undefined);
	const isByPage = ({ event }: DecodedEvent) => isMeasurement(event) && event.pageId;
	const acts = [
		...visits
			.filter((read) => !isByPage(read))
			.map(({ record, event }) => ({ record, input: event as SessionInput })),
		...replays.map((read) => ({ record: read.record, input: sessionEventOf(read) })),
	];
	const measured = visits
		.filter(isByPage)
		.map(({ record, event }) => ({ record, page: measuredPage(event) }));
	const refuse = async ({ record }: { record: QueueRecord }, reason: string) => {
		await setAside(record, reason);
		refused.add(record);
	};
	await storeInHalves(
		persistently,
		acts,
		(some) => () => memory.recallLate(some.map(({ input }) => input)),
		refuse,
	);
	await storeInHalves(
		persistently,
		measured,
		(some) => () => memory.recallPages(some.map(({ page }) => page)),
		refuse,
	);
	return refused;
};

/** Loads a batch; every step that can fail without the store or the queue comes before the memory changes. */
export const loadBatch = async (
	options: LoadOptions,
	batch: QueueBatch,
	persistently: Persistently,
): Promise<LoadOutcome> => {
	const { store, consumer, memory, held, erasures, replayObjects, clock, blockRecords } = options;
	const { decoder, logger, tracing } = options;
	const { partition } = batch;
	const decoded = await decoder.decoded(batch);
	if (batch.isFollowed) hold(held, decoded, partition);
	else takeHeld(held, decoded);
	const { kept, erased } = withoutErased(decoded, erasures);
	const { events, identifies, replays, quarantined, poison } = kept;
	const received = receivedTimes(kept);
	const oldest = received.reduce((one, other) => Math.min(one, other), clock());
	const stored = await memory.storedOffsets(batch, oldest);
	const fresh = events.filter(({ record }) => !stored.has(record.offset));
	const repeated = events.filter(({ record }) => stored.has(record.offset));
	const setAside = async (record: QueueRecord, reason: string) => {
		const { partition: from } = held.get(record) ?? batch;
		await consumer.setAside(from, record, reason);
		logger.warn({ partition: from, offset: record.offset, reason }, "A record was set aside");
	};
	for (const { record, reason } of poison) await setAside(record, reason);
	const unplaced = await recallPlaces({ memory, persistently, setAside }, fresh, replays);
	const isPlaced = ({ record }: { record: QueueRecord }) => !unplaced.has(record);
	const placing = createReplayPlacement(replays.filter(isPlaced), memory.assign);
	const placedMemory = { ...memory, assign: placing.assign };
	const outcome = await storeBatch(
		{ store, memory: placedMemory, partition, blockRecords, persistently, setAside, tracing },
		{ fresh: fresh.filter(isPlaced), repeated },
		identifies,
	);
	const placed = placing.placed();
	const recorded = withoutDeletedRecordings(placed, erasures);
	const refused = await storeReplays(
		{ store, objects: replayObjects, persistently, setAside, clock },
		partition,
		recorded,
	);
	const unquarantined = await storeQuarantined({ store, persistently, setAside }, quarantined);
	// Rows of people who were erased while the batch was in flight are removed again.
	const fault = await persistently(async () => {
		await erasures.refresh();
		await removeErased(store, kept, erasures);
		await removeDeletedRecordings(store, recorded, erasures);
	});
	if (fault !== undefined) throw fault;
	if (!batch.isFollowed) held.clear();
	if (received.length > 0) memory.forgetOld(received.reduce((one, other) => Math.max(one, other)));
	return {
		...outcome,
		setAside: outcome.setAside + refused + unquarantined + poison.length + unplaced.size,
		replays: recorded.length - refused,
		quarantined: quarantined.length - unquarantined,
		erased: erased + placed.length - recorded.length,
		alreadyStored: events.length - fresh.length,
	};
};
