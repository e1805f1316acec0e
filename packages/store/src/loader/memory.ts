import type { QueueBatch } from "@footfall/queue";
import { DEDUPE_WINDOW_MS, MAX_EVENT_DELAY_MS, SESSION_IDLE_MS } from "@footfall/shared/limits";
import type { EventStore } from "../client/client.ts";
import { inParts } from "../client/parameters.ts";
import type { DecodedEvent } from "./decode-batch.ts";
import { type Hash, hashOf } from "./hash.ts";
import { createSeenIds } from "./seen-ids.ts";
import { createSessions, type SessionInput, type SessionKey } from "./sessions.ts";
import {
	eachSessionOfVisitors,
	eachStoredId,
	eachStoredSession,
	storedOffsets,
} from "./stored-state.ts";

/** Sessions that ended longer ago are looked up in the store when a late event needs them. */
const SESSION_MEMORY_MS = 2 * SESSION_IDLE_MS;
const SWEEP_EVERY_MS = 60 * 1000;
/** How far the clocks of two gateways may be apart, generously. */
const CLOCK_SLACK_MS = 60 * 60 * 1000;

/** The keys under which an event's session may be. */
const keysOf = ({ site, visitor, visitorYesterday, identifiedUser }: SessionInput): SessionKey[] =>
	(visitorYesterday === undefined ? [visitor] : [visitor, visitorYesterday]).map((one) => ({
		...{ site, visitor: one, identifiedUser },
	}));

/** A part reads what its sites have of this time: events of other years are looked up apart. */
const LATE_SPAN_MS = 24 * 60 * 60 * 1000;

/** Late records in parts that a statement each can look up, near each other in time. */
export const latePartsOf = <Late extends { input: SessionInput }>(
	late: readonly Late[],
): Late[][] => {
	const byTime = [...late].sort((one, other) => one.input.occurredAt - other.input.occurredAt);
	const spans: Late[][] = [];
	for (const one of byTime) {
		const [first] = spans.at(-1) ?? [];
		const isNear = first && one.input.occurredAt - first.input.occurredAt <= LATE_SPAN_MS;
		if (isNear) spans.at(-1)?.push(one);
		else spans.push([one]);
	}
	return spans.flatMap((span) =>
		inParts(span, ({ input }) =>
			keysOf(input).flatMap((key) => [key.site, key.visitor, key.identifiedUser]),
		),
	);
};

/** A loader's memory: ids of a day, open sessions, and records that a crash left stored but not committed. */
export type Memory = ReturnType<typeof createMemory>;

export const createMemory = (store: EventStore, clock: () => number) => {
	const seen = createSeenIds(DEDUPE_WINDOW_MS);
	const sessions = createSessions(SESSION_IDLE_MS);
	/** Every session that ended since then is in memory. */
	let sessionsKnownSince = Number.POSITIVE_INFINITY;
	const replayed = new Map<string, Set<number>>();
	let recalledAll = false;

	const idOf = ({ event }: DecodedEvent): Hash => hashOf(`${event.site}/${event.id}`);

	/** Loads the state from the store, as of the oldest record to come. */
	const recall = async (batch: QueueBatch, oldest: number): Promise<Set<number>> => {
		const { partition, records } = batch;
		const source = recalledAll ? partition : undefined;
		const from = oldest - CLOCK_SLACK_MS;
		const delayMs = MAX_EVENT_DELAY_MS + CLOCK_SLACK_MS;
		// The partition's last loader may have stored rows at another server.
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
		/** Offsets of the batch's partition that are stored already; read from the store before a partition's first batch. */
		storedOffsets: async (batch: QueueBatch, oldest: number): Promise<ReadonlySet<number>> =>
			replayed.get(batch.partition) ?? (await recall(batch, oldest)),
		/** Whether an event is from before what memory covers, so that its session has to be looked up. */
		isLate: ({ occurredAt }: SessionInput) => occurredAt - SESSION_IDLE_MS < sessionsKnownSince,
		/** Looks up the sessions of some late events, as many as `latePartsOf` puts in a part. */
		recallLate: async (events: readonly SessionInput[]) => {
			let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
			for (const { occurredAt } of events) {
				from = Math.min(from, occurredAt - SESSION_IDLE_MS);
				to = Math.max(to, occurredAt + SESSION_IDLE_MS);
			}
			const keys = new Map(
				events.flatMap(keysOf).map((key) => [Object.values(key).join("/"), key]),
			);
			await eachSessionOfVisitors(store, [...keys.values()], { from, to }, sessions.learn);
		},
		/** The events whose ids are new; these count as seen from now on. */
		firstOfTheirId: (events: readonly DecodedEvent[]) =>
			events.filter((read) => !seen.isRepeated(idOf(read), read.event.receivedAt)),
		/** Unmarks ids as seen, as their events were not stored. */
		forget: (events: readonly DecodedEvent[]) => {
			for (const read of events) seen.forget(idOf(read));
		},
		/** The partition's next batch is compared with the store again. */
		forgetPartition: (partition: string) => {
			replayed.delete(partition);
		},
		/** Drops what is no longer needed, given when the newest event was received. */
		forgetOld: (newest: number) => {
			const now = Math.min(newest, clock() + CLOCK_SLACK_MS);
			seen.forgetBefore(now - DEDUPE_WINDOW_MS - CLOCK_SLACK_MS);
			const since = now - SESSION_MEMORY_MS;
			// Going through all sessions for every block would cost more than keeping them a little longer.
			if (since < sessionsKnownSince + SWEEP_EVERY_MS) return;
			sessionsKnownSince = since;
			sessions.forgetBefore(since);
		},
		assign: sessions.assign,
	};
};
