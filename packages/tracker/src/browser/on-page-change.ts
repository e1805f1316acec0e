import { listenUntil } from "./listen.ts";
import { onNavigate } from "./on-navigate.ts";

/**
 * Calls back after each change of the address within the page, for routers that count views by themselves. Returns what
 * ends it; `shutdown` does not, as it may outlive a tracker.
 */
export const onPageChange = (changed: () => void): (() => void) => {
	const ended = new AbortController();
	let before = location.href;
	const ofTracker = listenUntil(ended.signal);
	onNavigate(() => {
		if (location.href === before || ended.signal.aborted) return;
		before = location.href;
		changed();
	});
	listenUntil(ofTracker);
	return () => ended.abort();
};
