import { onNavigate } from "../browser/on-navigate.ts";
import { trackedAddress } from "../browser/page-address.ts";
import { beforeEvent, debounceMs, hasMoved, pageview } from "../core/tracker.ts";

/**
 * Counts a view for each change of the tracked address within the page. The new address has to last for a moment, so
 * that redirects do not count and the framework can set the title. Any other event at the new address, or leaving it,
 * proves the view, which is then sent first.
 */
export const navigationPageview = (): void => {
	const look = () => {
		if (hasMoved()) pageview();
	};
	beforeEvent(look);
	onNavigate(() => {
		const there = `${trackedAddress()}`;
		setTimeout(() => {
			if (`${trackedAddress()}` === there) look();
		}, debounceMs);
	});
};
