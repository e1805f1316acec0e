import { onNavigate } from "./browser/on-navigate.ts";

/**
 * Calls back after each change of the address within the page, for routers that count views by themselves. Returns what
 * ends it; `shutdown` does not, as it may outlive a tracker.
 */
export const onPageChange = (changed: () => void): (() => void) => {
	const ended = new AbortController();
	let before = location.href;
	onNavigate(() => {
		const now = location.href;
		if (now === before) return;
		before = now;
		changed();
	}, ended.signal);
	return () => ended.abort();
};
