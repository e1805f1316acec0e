import { onRestore } from "../browser/on-restore.ts";
import { pageview, renew } from "../core/tracker.ts";

/** Counts the view that a page load is, and the one that a return out of the back/forward cache is. */
export const initialPageview = (): void => {
	pageview();
	onRestore(() => {
		renew();
		pageview();
	});
};
