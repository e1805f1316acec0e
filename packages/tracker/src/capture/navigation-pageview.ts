import { onHidden } from "../browser/on-hidden.ts";
import { onNavigate } from "../browser/on-navigate.ts";
import { beforeEvent, debounceMs, hasMoved, type Install, pageview } from "../tracker.ts";

/**
 * Counts a view for each change of the tracked address within the page. A new address has to stand for a moment: a
 * redirect passes through without a view, and the framework has time to set the title. Any other event of the new address
 * proves that the visitor is there, so the view goes ahead of it.
 */
export const navigationPageview: Install = () => {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const look = () => {
		clearTimeout(timer);
		// Before the view itself is tracked, which asks again.
		timer = undefined;
		if (hasMoved()) pageview();
	};
	beforeEvent(() => {
		if (timer) look();
	});
	onNavigate(() => {
		clearTimeout(timer);
		timer = setTimeout(look, debounceMs);
	});
	// A visitor who leaves during that moment has been there.
	onHidden(look);
};
