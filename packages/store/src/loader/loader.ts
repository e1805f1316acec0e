import type { Consumer, ConsumerOptions, QueueBatch } from "@footfall/queue";
import type { Logger } from "@footfall/shared/logger";
import type { Tracing } from "@footfall/shared/tracing/tracing";
import type { EventStore } from "../client/client.ts";
import { createErasures } from "../people/erasures.ts";
import type { ReplayObjects } from "../replays/replay-objects.ts";
import { createDecoder } from "./decode-batch.ts";
import { startForgetting } from "./forget-erased.ts";
import { type HeldIdentifies, type LoadOutcome, loadBatch } from "./load-batch.ts";
import { createMemory } from "./memory.ts";
import { createPersistence } from "./persistently.ts";

/**
 * Batch sizes that bring an event into the reports in well under 2 s. A backlog is read as several blocks at once, so
 * that one is built while another is stored.
 */
export const LOADER_BATCHES: ConsumerOptions = {
	minRecords: 2000,
	maxWaitMs: 500,
	maxRecords: 20_000,
};

/**
 * For the queue on this disk, where polling is cheap: a shorter wait, and blocks of the largest size. From a thousand
 * events a second on, fewer and larger blocks leave more of the machine and its disk to the gateway; a wait of one
 * second leaves another second until an event is late.
 */
export const EMBEDDED_BATCHES: ConsumerOptions = {
	minRecords: 10_000,
	maxWaitMs: 250,
	maxRecords: 20_000,
	gather: { fromRecords: 250, withinMs: 1000 },
};

/**
 * A block's cost hardly depends on its size below a thousand rows. Blocks of ten thousand take a fifth less CPU than
 * blocks of five thousand, and on a busy machine half the time, since each block is synced; larger ones would block
 * the process for too long.
 */
const BLOCK_RECORDS = 10_000;

export interface LoaderOptions {
	store: EventStore;
	consumer: Consumer;
	logger: Logger;
	/** Stores the events of recordings, if there is a bucket for them. */
	replayObjects?: Pick<ReplayObjects, "isThere" | "put"> | undefined;
	clock?: () => number;
	/** Maximum number of records that are stored as one block. 10,000 by default. */
	blockRecords?: number;
	/** How often the queue deletes records of erased people. A minute by default. */
	forgetEveryMs?: number;
	/** Absent unless traces are exported. */
	tracing?: Tracing | undefined;
}

/** The outcome of the records read since the start: each record counts in exactly one of these. */
export interface LoaderCounts extends LoadOutcome {
	/** Bytes that failed their checksum. */
	damaged: number;
}

export interface Loader {
	counts(): LoaderCounts;
	/** Why nothing is being stored at the moment; `undefined` in normal operation. */
	failure(): string | undefined;
	/** Runs a task while no batch is in progress, as `Consumer.hold`; immediately if the queue is Kafka. */
	hold<Result>(task: () => Promise<Result>, maxWaitMs: number): Promise<Result>;
	/** Waits until the blocks in progress are stored, unless the store is failing. */
	close(): Promise<void>;
}

/** Moves records from the queue into the store: each event once, in its session. */
export const startLoader = ({
	store,
	consumer,
	logger,
	replayObjects,
	clock = Date.now,
	blockRecords = BLOCK_RECORDS,
	forgetEveryMs,
	tracing,
}: LoaderOptions): Loader => {
	const counts: LoaderCounts = {
		events: 0,
		bots: 0,
		identifies: 0,
		replays: 0,
		quarantined: 0,
		noPage: 0,
		duplicates: 0,
		erased: 0,
		alreadyStored: 0,
		setAside: 0,
		damaged: 0,
	};
	const closing = new AbortController();
	const memory = createMemory(store, clock);
	const erasures = createErasures(store);
	let knowsErasures = false;
	const held: HeldIdentifies = new Map();
	const decoder = createDecoder();
	const loading = {
		decoder,
		store,
		consumer,
		memory,
		held,
		erasures,
		replayObjects,
		clock,
		blockRecords,
		logger,
		tracing,
	};
	/** Incremented when a partition is reassigned to another loader, which then finishes the blocks begun before. */
	const terms = new Map<string, number>();
	let failure: string | undefined;

	const load = async (batch: QueueBatch): Promise<void> => {
		const { partition } = batch;
		const term = terms.get(partition);
		if (!knowsErasures) await erasures.refresh();
		knowsErasures = true;
		const persistently = createPersistence({
			logger,
			signal: closing.signal,
			isOurs: () => terms.get(partition) === term,
			lease: batch.lease,
			failed: (reason) => {
				failure = reason;
			},
		});
		const outcome = await loadBatch(loading, batch, persistently);
		for (const [name, records] of Object.entries(outcome))
			counts[name as keyof LoadOutcome] += records;
	};

	const newTerm = async (partition: string) => {
		terms.set(partition, (terms.get(partition) ?? 0) + 1);
		memory.forgetPartition(partition);
	};

	consumer.start({
		assigned: newTerm,
		revoked: newTerm,
		coming: decoder.coming,
		handle: async (batch) => {
			try {
				await load(batch);
				failure = undefined;
			} catch (error) {
				failure = String(error);
				throw error;
			}
		},
		damaged: (partition, offset, reason) => {
			counts.damaged++;
			logger.error({ partition, offset, reason }, "A damaged record was skipped");
		},
	});

	const forgetting = startForgetting(consumer, erasures, logger, forgetEveryMs);

	return {
		counts: () => ({ ...counts }),
		failure: () => failure,
		hold: (task, maxWaitMs) => consumer.hold?.(task, maxWaitMs) ?? task(),
		close: async () => {
			closing.abort();
			const closed = consumer.close();
			await forgetting.close();
			await closed;
		},
	};
};
