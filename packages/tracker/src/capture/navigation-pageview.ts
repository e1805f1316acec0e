import { onNavigate } from "../browser/on-navigate.ts";
import { beforeEvent, debounceMs, hasMoved, pageview } from "../core/tracker.ts";

/**
 * Counts a view for each change of the tracked address within the page. A new address has to stand for a moment: a
 * redirect passes through without a view, and the framework has time to set the title. Any other event of the new address,
 * and leaving it, proves that the visitor has been there, so the view goes ahead of it.
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
