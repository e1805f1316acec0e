import type { Batch, Consumer, ConsumerOptions, QueueRecord } from "@footfall/queue";
import { DEDUPE_WINDOW_MS, MAX_EVENT_DELAY_MS, SESSION_IDLE_MS } from "@footfall/shared/limits";
import type { Logger } from "@footfall/shared/logger";
import type { EventStore } from "../client.ts";
import { type Hash, hashOf } from "./hash.ts";
import { applyIdentifies } from "./identify.ts";
import { createInsertBlock, type LoadedRow } from "./insert.ts";
import { createPauses } from "./pauses.ts";
import { createPersistence } from "./persistently.ts";
import { type ReadEvent, type ReadIdentify, readBatch } from "./read.ts";
import { BOTS, EVENTS } from "./rows.ts";
import { createSeenIds } from "./seen-ids.ts";
import { createSessions, type SessionKey } from "./sessions.ts";
import { eachStoredId, eachStoredSession, sessionsOf, storedOffsets } from "./stored-state.ts";

/** Batches that keep an event's way into the reports well under 2 s and blocks large enough for the engine. */
export const LOADER_BATCHES: ConsumerOptions = {
	minRecords: 2000,
	maxWaitMs: 500,
	maxRecords: 5000,
};

/** Sessions that ended so long ago are asked of the store when a late event needs them. */
const SESSION_MEMORY_MS = 2 * SESSION_IDLE_MS;
const SWEEP_EVERY_MS = 60 * 1000;
/** How far the clocks of two gateways may be apart, generously. */
const CLOCK_SLACK_MS = 60 * 60 * 1000;

export interface LoaderOptions {
	store: EventStore;
	consumer: Consumer;
	logger: Logger;
	clock?: () => number;
}

/** What became of the records read since the start: each is in exactly one of these. */
export interface LoaderCounts {
	events: number;
	bots: number;
	/** Who a visitor is, or what is known of a user. */
	identifies: number;
	/** Ids seen within 24 h. */
	duplicates: number;
	/** Stored before a crash that kept them from being committed. */
	alreadyStored: number;
	/** No queued events, or refused by the store for their data: kept as dead letters. */
	setAside: number;
	/** Bytes that failed their checksum. */
	damaged: number;
}

export interface Loader {
	counts(): LoaderCounts;
	/** Why nothing is being stored at the moment, `undefined` while all is well. */
	trouble(): string | undefined;
	/** Lets the block in hand be stored, unless the store is failing. */
	close(): Promise<void>;
}

/** Moves what the queue holds into the store: each event once, in its session. */
export const startLoader = ({
	store,
	consumer,
	logger,
	clock = Date.now,
}: LoaderOptions): Loader => {
	const counts: LoaderCounts = {
		events: 0,
		bots: 0,
		identifies: 0,
		duplicates: 0,
		alreadyStored: 0,
		setAside: 0,
		damaged: 0,
	};
	const pauses = createPauses();
	const seen = createSeenIds(DEDUPE_WINDOW_MS);
	const sessions = createSessions(SESSION_IDLE_MS);
	/** Every session that ended since then is in memory. */
	let sessionsKnownSince = Number.POSITIVE_INFINITY;
	/** Per partition that this loader has: the offsets that a crash left stored but not committed. */
	const replayed = new Map<string, Set<number>>();
	let recalledAll = false;
	let trouble: string | undefined;

	const persistently = createPersistence({
		logger,
		pause: pauses.pause,
		failed: (reason) => {
			trouble = reason;
		},
	});

	const idOf = ({ event }: ReadEvent): Hash => hashOf(`${event.site}/${event.id}`);

	/** Before the first batch of a partition: what the store knows, as of the oldest record to come. */
	const recall = async (batch: Batch, oldest: number): Promise<Set<number>> => {
		const { partition, records } = batch;
		const source = recalledAll ? partition : undefined;
		const from = oldest - CLOCK_SLACK_MS;
		const delayMs = MAX_EVENT_DELAY_MS + CLOCK_SLACK_MS;
		const offsets = await storedOffsets(store, partition, records[0]?.offset ?? 0);
		const ids = { from: from - DEDUPE_WINDOW_MS, to: clock() + CLOCK_SLACK_MS, source };
		await eachStoredId(store, ids, delayMs, seen.remember);
		const since = from - SESSION_MEMORY_MS;
		await eachStoredSession(store, { from: since, source }, sessions.learn);
		sessionsKnownSince = recalledAll ? Math.max(sessionsKnownSince, since) : since;
		recalledAll = true;
		replayed.set(partition, offsets);
		return offsets;
	};

	/** Events from before what memory covers: their visitors' sessions around that time. */
	const recallLate = async (events: readonly ReadEvent[]): Promise<void> => {
		const late = events.filter(
			({ event }) =>
				event.bot === undefined && event.occurredAt - SESSION_IDLE_MS < sessionsKnownSince,
		);
		if (late.length === 0) return;
		const keys: SessionKey[] = late.flatMap(({ event }) =>
			[event.visitor, event.visitorYesterday]
				.filter((visitor) => visitor !== undefined)
				.map((visitor) => ({
					site: event.site,
					visitor,
					identifiedUser: event.identifiedUser,
				})),
		);
		const times = late.map(({ event }) => event.occurredAt);
		const span = {
			from: Math.min(...times) - SESSION_IDLE_MS,
			to: Math.max(...times) + SESSION_IDLE_MS,
		};
		await sessionsOf(store, keys, span, sessions.learn);
	};

	const withSessions = (source: string, events: readonly ReadEvent[]): LoadedRow[] => {
		// By time, so that what arrives out of order within a batch still makes the right sessions; the block is
		// then in the order of the offsets again, which name it.
		const byTime = [...events].sort((one, other) => one.event.occurredAt - other.event.occurredAt);
		return byTime
			.map(({ record, event }) => ({
				record,
				cells: EVENTS.row(event, {
					...sessions.assign(event),
					source,
					offset: record.offset,
				}),
			}))
			.sort((one, other) => one.record.offset - other.record.offset);
	};

	const asBots = (source: string, events: readonly ReadEvent[]): LoadedRow[] =>
		events.map(({ record, event }) => ({
			record,
			cells: BOTS.row(event, {
				session: "0",
				visitor: event.visitor,
				source,
				offset: record.offset,
			}),
		}));

	const forgetOld = (newest: number) => {
		const now = Math.min(newest, clock() + CLOCK_SLACK_MS);
		seen.forgetBefore(now - DEDUPE_WINDOW_MS - CLOCK_SLACK_MS);
		const since = now - SESSION_MEMORY_MS;
		// Going through all sessions for every block would cost more than keeping them a little longer.
		if (since < sessionsKnownSince + SWEEP_EVERY_MS) return;
		sessionsKnownSince = since;
		sessions.forgetBefore(since);
	};

	/** Everything that can fail for want of the store or the queue comes before the memory changes. */
	const load = async (batch: Batch): Promise<void> => {
		const { partition } = batch;
		const { events, identifies, poison } = readBatch(batch);
		const received = events.map(({ event }) => event.receivedAt);
		const oldest = received.length === 0 ? clock() : Math.min(...received);
		const offsets = replayed.get(partition) ?? (await recall(batch, oldest));
		const fresh = events.filter(({ record }) => !offsets.has(record.offset));
		await recallLate(fresh);
		const setAside = async (record: QueueRecord, reason: string) => {
			await consumer.setAside(partition, record, reason);
			logger.warn({ partition, offset: record.offset, reason }, "A record was set aside");
		};
		for (const { record, reason } of poison) await setAside(record, reason);

		const once = fresh.filter((read) => !seen.isRepeated(idOf(read), read.event.receivedAt));
		const bots = once.filter(({ event }) => event.bot !== undefined);
		const visits = once.filter(({ event }) => event.bot === undefined);
		let refused = 0;
		const insertBlock = createInsertBlock({
			store,
			persistently,
			refuse: async ({ record }, reason) => {
				await setAside(record, reason);
				const read = once.find((one) => one.record === record);
				// It was not stored, so that its repair must not count as a repetition.
				if (read) seen.forget(idOf(read));
				refused++;
				counts[read?.event.bot ? "bots" : "events"]--;
			},
		});
		await insertBlock(partition, EVENTS, withSessions(partition, visits));
		await insertBlock(partition, BOTS, asBots(partition, bots));
		let refusedIdentifies = 0;
		const refuseIdentify = async ({ record }: ReadIdentify, reason: string) => {
			await setAside(record, reason);
			refusedIdentifies++;
		};
		await applyIdentifies({ store, persistently, refuse: refuseIdentify }, identifies);

		counts.events += visits.length;
		counts.bots += bots.length;
		counts.duplicates += fresh.length - once.length;
		counts.alreadyStored += events.length - fresh.length;
		counts.identifies += identifies.length - refusedIdentifies;
		counts.setAside += poison.length + refused + refusedIdentifies;
		if (received.length > 0) forgetOld(Math.max(...received));
	};

	consumer.start({
		assigned: async (partition) => {
			replayed.delete(partition);
		},
		revoked: async (partition) => {
			replayed.delete(partition);
		},
		handle: async (batch) => {
			try {
				await load(batch);
				trouble = undefined;
			} catch (error) {
				trouble = String(error);
				throw error;
			}
		},
		damaged: (partition, offset, reason) => {
			counts.damaged++;
			logger.error({ partition, offset, reason }, "A damaged record was left out");
		},
	});

	return {
		counts: () => ({ ...counts }),
		trouble: () => trouble,
		close: async () => {
			pauses.end();
			await consumer.close();
		},
	};
};
