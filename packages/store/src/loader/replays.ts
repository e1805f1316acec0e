import type { QueueRecord } from "@footfall/queue";
import { MAX_REPLAY_CHUNK_BYTES } from "@footfall/shared/limits";
import type { QueuedReplay } from "@footfall/shared/queued-replay";
import { isTime, siteFault, visitorFault } from "./record-faults.ts";
import { idOf, type Session, type SessionInput, type Sessions } from "./sessions.ts";

export interface DecodedReplay {
	record: QueueRecord;
	replay: QueuedReplay;
}

/** A chunk with its session, decimal text of 64 bits, and the visitor id that it is stored under. */
export interface PlacedReplay extends DecodedReplay {
	session: string;
	visitor: string;
}

const isCount = (value: unknown, least: number) =>
	Number.isInteger(value) && Number(value) >= least;
const isNumbers = (values: unknown): values is number[] =>
	Array.isArray(values) && values.every((value) => Number.isInteger(value));

/** The size of a chunk's events in bytes, inflated. */
export const byteCountOf = ({ lengths }: QueuedReplay) =>
	lengths.reduce((sum, length) => sum + length, 0);

/** Checks the fields that the loader itself relies on; the store checks the others. */
export const replayFaultOf = (replay: QueuedReplay): string | undefined => {
	const { batch, chunk, part, parts, times, lengths } = replay;
	if (![replay.receivedAt, replay.startedAt, replay.endedAt].every(isTime)) return "invalid time";
	if (typeof replay.identifiedUser !== "string") return "identifiedUser is not a string";
	if (!/^[0-9a-f]{16}$/.test(batch)) return "batch is not 16 hex characters";
	if (!isCount(chunk, 0) || !isCount(part, 0) || !isCount(parts, part + 1))
		return "chunk and part are not numbers";
	if (!isNumbers(times) || !isNumbers(lengths) || times.length !== lengths.length)
		return "times and lengths differ in number";
	if (times.length === 0 || byteCountOf(replay) > MAX_REPLAY_CHUNK_BYTES)
		return "empty, or larger than a chunk may be";
	return siteFault(replay.site) ?? visitorFault(replay);
};

/** A chunk as an event of its visitor, which decides its session. */
export const sessionEventOf = ({ replay }: DecodedReplay): SessionInput => ({
	id: `${replay.batch}/${replay.chunk}`,
	site: replay.site,
	visitor: replay.visitor,
	...(replay.visitorYesterday !== undefined && { visitorYesterday: replay.visitorYesterday }),
	identifiedUser: replay.identifiedUser,
	occurredAt: replay.startedAt,
});

/**
 * Gives each chunk the session of the events around it. Events must go through the returned `assign`, which first places the
 * chunks that happened before them: sessions are then the same as if everything had arrived in order.
 */
export const createReplayPlacement = (
	replays: readonly DecodedReplay[],
	assign: Sessions["assign"],
): { assign: Sessions["assign"]; placed(): PlacedReplay[] } => {
	const waiting = [...replays].sort((one, other) => one.replay.startedAt - other.replay.startedAt);
	const placed: (DecodedReplay & { session: Session })[] = [];
	const placeUntil = (time: number) => {
		for (;;) {
			const next = waiting[placed.length];
			if (next === undefined || next.replay.startedAt > time) return;
			placed.push({ ...next, session: assign(sessionEventOf(next)) });
		}
	};
	return {
		assign: (event) => {
			placeUntil(event.occurredAt);
			return assign(event);
		},
		placed: () => {
			placeUntil(Number.POSITIVE_INFINITY);
			return placed.map((one) => {
				const { visitor } = one.session;
				return { ...one, session: idOf(one.session), visitor };
			});
		},
	};
};
