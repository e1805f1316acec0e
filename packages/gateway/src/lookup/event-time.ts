import { MAX_EVENT_DELAY_MS } from "@footfall/shared/limits";

/**
 * When an event happened, by our clock: the client's two times tell only how long it waited, so a clock that
 * is wrong by years does no harm. Older than 72 h is placed at 72 h; the future at now.
 */
export const eventTime = (
	receivedAt: number,
	{ timestamp, sent_at }: { timestamp?: number | undefined; sent_at?: number | undefined },
): number => {
	if (timestamp === undefined || sent_at === undefined) return receivedAt;
	const delay = Math.round(sent_at - timestamp);
	// Numbers as large as JSON can write them have no difference.
	if (Number.isNaN(delay)) return receivedAt;
	return receivedAt - Math.min(Math.max(delay, 0), MAX_EVENT_DELAY_MS);
};
