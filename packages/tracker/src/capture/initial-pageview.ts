import { listen } from "../browser/listen.ts";
import { pageview, renew } from "../core/tracker.ts";

/**
 * Counts a view for the page load, and for each return from the back/forward cache: no script runs again then, but the
 * visitor sees a new view.
 */
export const initialPageview = (): void => {
	pageview();
	listen<PageTransitionEvent>("pageshow", ({ persisted }) => {
		if (!persisted) return;
		renew();
		pageview();
	});
};
