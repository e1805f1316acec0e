import { onNavigate } from "../browser/on-navigate.ts";
import { beforeEvent, debounceMs, hasMoved, pageview } from "../core/tracker.ts";

/**
 * Counts a view for each change of the tracked address within the page. The new address has to last for a moment, so
 * that redirects do not count and the framework can set the title. Any other event at the new address, or leaving it,
 * proves the view, which is then sent first.
 */
export const navigationPageview = (): void => {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const look = () => {
		if (hasMoved()) pageview();
	};
	beforeEvent(look);
	onNavigate(() => {
		clearTimeout(timer);
		timer = setTimeout(look, debounceMs);
	});
};
