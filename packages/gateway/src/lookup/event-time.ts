import { MAX_EVENT_DELAY_MS } from "@footfall/shared/limits";

export interface EventTime {
	/** ms since the epoch, by our clock. */
	occurredAt: number;
	/** The client said another time, which lies in the future or is too old. */
	isClamped: boolean;
}

/** Smaller numbers are seconds: as ms they would lie before the spring of 1973. */
const SMALLEST_MS = 100_000_000_000;

/**
 * When an event happened: the client's two times tell only how long it waited, so a clock that is wrong by years does no
 * harm. The clock of a server that sends with a key is trusted, so its `timestamp` alone says it, in ms or seconds.
 * Older than 72 h is placed at 72 h; the future at now.
 */
export const eventTime = (
	receivedAt: number,
	{ timestamp, sent_at }: { timestamp?: number | undefined; sent_at?: number | undefined },
	isTrusted: boolean,
): EventTime => {
	const now = { occurredAt: receivedAt, isClamped: false };
	if (timestamp === undefined || (sent_at === undefined && !isTrusted)) return now;
	const delay = Math.round(
		sent_at === undefined
			? receivedAt - (Math.abs(timestamp) < SMALLEST_MS ? timestamp * 1000 : timestamp)
			: sent_at - timestamp,
	);
	// Numbers as large as JSON can write them have no difference.
	if (Number.isNaN(delay)) return now;
	const counted = Math.min(Math.max(delay, 0), MAX_EVENT_DELAY_MS);
	return { occurredAt: receivedAt - counted, isClamped: counted !== delay && delay !== 0 };
};
