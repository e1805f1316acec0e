import { CHANGE, EVENT, type ReplayEvent } from "./safe-events.ts";

/** A part of a recording without visitor activity, in ms from the beginning. */
export interface IdleSpan {
	from: number;
	to: number;
}

/** A shorter gap counts as reading. */
const IDLE_MS = 8000;
/** Kept before and after a pause, so that the viewer sees the context. */
const EDGE_MS = 1000;

const BY_HAND: readonly unknown[] = [
	CHANGE.mouseMove,
	CHANGE.interaction,
	CHANGE.scroll,
	CHANGE.input,
	CHANGE.touchMove,
	CHANGE.drag,
	CHANGE.resize,
];

const isByHand = ({ type, data }: ReplayEvent): boolean =>
	type === EVENT.meta || (type === EVENT.change && BY_HAND.includes(data["source"]));

/** The pauses of a recording, which the player can skip. */
export const idleSpansOf = (events: readonly ReplayEvent[]): IdleSpan[] => {
	const start = events[0]?.timestamp ?? 0;
	const last = events.at(-1)?.timestamp ?? 0;
	const signs = [start, ...events.filter(isByHand).map(({ timestamp }) => timestamp), last];
	return signs.slice(1).flatMap((sign, index) => {
		const before = signs[index] ?? start;
		if (sign - before < IDLE_MS) return [];
		return [{ from: before - start + EDGE_MS, to: sign - start - EDGE_MS }];
	});
};

/** Where playback continues after a moment within a pause; undefined outside pauses. */
export const afterIdle = (spans: readonly IdleSpan[], at: number): number | undefined =>
	spans.find(({ from, to }) => at >= from && at < to)?.to;

/** The duration of a recording, in ms. */
export const lengthOf = (events: readonly ReplayEvent[]): number =>
	(events.at(-1)?.timestamp ?? 0) - (events[0]?.timestamp ?? 0);
