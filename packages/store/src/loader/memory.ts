import type { QueueBatch } from "@footfall/queue";
import {
	DEDUPE_WINDOW_MS,
	MAX_EVENT_DELAY_MS,
	SESSION_IDLE_MS,
	SESSION_MAX_MS,
} from "@footfall/shared/limits";
import type { EventStore } from "../client/client.ts";
import type { DecodedEvent } from "./decode-batch.ts";
import { type Hash, hashOf } from "./hash.ts";
import { createSeenIds } from "./seen-ids.ts";
import { createSessions, type SessionInput } from "./sessions.ts";
import {
	eachSessionOfVisitors,
	eachStoredId,
	eachStoredSession,
	eachViewedPage,
	storedOffsets,
} from "./stored-state.ts";
import { createViewedPages, type PageKey, type ViewedPage } from "./viewed-pages.ts";

/** Sessions that ended longer ago are looked up in the store when a late event needs them. */
const SESSION_MEMORY_MS = 2 * SESSION_IDLE_MS;
const SWEEP_EVERY_MS = 60 * 1000;
/** How far the clocks of two gateways may differ, with a generous margin. */
const CLOCK_SLACK_MS = 60 * 60 * 1000;

/** How long after its last view a page load may still be measured. */
const PAGE_MS = 24 * 60 * 60 * 1000;

/** A measurement of a page load, and its time, ms since the epoch. */
export interface Measured extends PageKey {
	at: number;
}

/** A loader's memory: ids of a day, open sessions, and records that were stored but not committed before a crash. */
export type Memory = ReturnType<typeof createMemory>;

export const createMemory = (store: EventStore, clock: () => number) => {
	const seen = createSeenIds(DEDUPE_WINDOW_MS);
	const sessions = createSessions(SESSION_IDLE_MS, SESSION_MAX_MS);
	const pages = createViewedPages();
	/** Every session that ended since then is in memory. */
	let sessionsKnownSince = Number.POSITIVE_INFINITY;
	const replayed = new Map<string, Set<number>>();
	let recalledAll = false;

	const idOf = ({ event }: DecodedEvent): Hash => hashOf(`${event.site}/${event.id}`);

	/** Loads the state from the store, as of the oldest record that is still to come. */
	const recall = async (batch: QueueBatch, oldest: number): Promise<Set<number>> => {
		const { partition, records } = batch;
		const source = recalledAll ? partition : undefined;
		const from = oldest - CLOCK_SLACK_MS;
		const delayMs = MAX_EVENT_DELAY_MS + CLOCK_SLACK_MS;
		// The partition's previous loader may have been killed with an insert under way, and its rows would come later.
		await store.insertsEnded?.(`${partition}:`);
		// It may have stored rows on another server.
		await store.catchUp?.(["events", "bots", "replay_chunks", "deleted_recordings"]);
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

	return {
		/**
		 * Offsets of the batch's partition that are already stored; read from the store before a
		 * partition's first batch.
		 */
		storedOffsets: async (batch: QueueBatch, oldest: number): Promise<ReadonlySet<number>> =>
			replayed.get(batch.partition) ?? (await recall(batch, oldest)),
		/** Looks up whole sessions for acts older than the memory. */
		recallLate: async (events: readonly SessionInput[]) => {
			const late = events.filter(
				({ occurredAt }) => occurredAt - SESSION_IDLE_MS < sessionsKnownSince,
			);
			const wanted = late.flatMap(({ site, identifiedUser, occurredAt, ...event }) =>
				[event.visitor, event.visitorYesterday]
					.filter((visitor) => visitor !== undefined)
					.map((visitor) => ({
						key: { site, visitor, identifiedUser },
						from: occurredAt - SESSION_MAX_MS,
						to: occurredAt + SESSION_MAX_MS,
					})),
			);
			await eachSessionOfVisitors(store, wanted, sessions.learn);
		},
		/** Looks up the page loads of measurements that memory does not know. */
		recallPages: async (measured: readonly Measured[]) => {
			const unknown = measured.filter((one) => pages.of(one, one.at) === undefined);
			if (unknown.length === 0) return;
			const times = unknown.map(({ at }) => at);
			const span = {
				from: times.reduce((one, other) => Math.min(one, other)) - PAGE_MS,
				to: times.reduce((one, other) => Math.max(one, other)),
			};
			await eachViewedPage(store, unknown, span, (page) => {
				const { session, first, last } = page;
				pages.viewed(page, { session: sessions.withId(session, page), first, last });
			});
		},
		/** The page load that a measurement belongs to. */
		pageOf: (measured: Measured): ViewedPage | undefined => {
			const page = pages.of(measured, measured.at);
			return page && measured.at - page.last <= PAGE_MS ? page : undefined;
		},
		viewed: pages.viewed,
		/** The events whose ids are new; their ids count as seen from now on. */
		firstOfTheirId: (events: readonly DecodedEvent[]) =>
			events.filter((read) => !seen.isRepeated(idOf(read), read.event.receivedAt)),
		/** Unmarks ids as seen, because their events were not stored. */
		forget: (events: readonly DecodedEvent[]) => {
			for (const read of events) seen.forget(idOf(read));
		},
		/** The partition's next batch is compared with the store again. */
		forgetPartition: (partition: string) => {
			replayed.delete(partition);
		},
		/** Drops entries that are no longer needed, given when the newest event was received. */
		forgetOld: (newest: number) => {
			const now = Math.min(newest, clock() + CLOCK_SLACK_MS);
			seen.forgetBefore(now - DEDUPE_WINDOW_MS - CLOCK_SLACK_MS);
			const since = now - SESSION_MEMORY_MS;
			// Scanning all sessions for every block would cost more than keeping them a little longer.
			if (since < sessionsKnownSince + SWEEP_EVERY_MS) return;
			sessionsKnownSince = since;
			sessions.forgetBefore(since);
			pages.forgetBefore(since);
		},
		assign: sessions.assign,
		find: sessions.find,
		takeJoins: sessions.takeJoins,
	};
};
