import { BACKFILL_FROM, MAX_EVENT_DELAY_MS } from "@footfall/shared/limits";

export interface EventTime {
	/** ms since the epoch, by our clock. */
	occurredAt: number;
	/** The client's time lies in the future, by more than clocks differ, or is too old. */
	isClamped: boolean;
}

/** Smaller numbers are seconds: as ms they would be before the spring of 1973. */
const SMALLEST_MS = 100_000_000_000;

/** How far a server's clock may be ahead of ours without a notice. */
const MAX_AHEAD_MS = 5_000;

/** Who sent these times. */
interface Trust {
	/** Sent with a key. */
	trusted: boolean;
	/** If so, an event may be of any time since 2000. */
	allowBackfill: boolean;
}

/**
 * When an event happened: the client's two times only determine how long it waited, so a clock that is wrong by years
 * does no harm. The clock of a server that sends with a key is trusted, so its `timestamp` alone is enough, in ms or
 * seconds. Events older than 72 h are placed at 72 h, unless the site allows backfill; future ones at now.
 */
export const eventTime = (
	receivedAt: number,
	{ timestamp, sent_at }: { timestamp?: number | undefined; sent_at?: number | undefined },
	{ trusted, allowBackfill }: Trust,
): EventTime => {
	const now = { occurredAt: receivedAt, isClamped: false };
	if (timestamp === undefined || (sent_at === undefined && !trusted)) return now;
	const delay = Math.round(
		sent_at === undefined
			? receivedAt - (Math.abs(timestamp) < SMALLEST_MS ? timestamp * 1000 : timestamp)
			: sent_at - timestamp,
	);
	// The difference of the largest numbers in JSON is not finite.
	if (Number.isNaN(delay)) return now;
	const longest = trusted && allowBackfill ? receivedAt - BACKFILL_FROM : MAX_EVENT_DELAY_MS;
	const counted = Math.min(Math.max(delay, 0), longest);
	return {
		occurredAt: receivedAt - counted,
		isClamped: delay < -MAX_AHEAD_MS || delay > longest,
	};
};
