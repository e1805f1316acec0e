import { listenUntil } from "./listen.ts";
import { onNavigate } from "./on-navigate.ts";

/**
 * Calls back after each change of the address within the page, for routers that count views themselves. Returns a
 * function that ends it; `shutdown` does not, because it may outlive a tracker.
 */
export const onPageChange = (changed: () => void): (() => void) => {
	// On a server no page can change.
	if (typeof window === "undefined") return () => {};
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
