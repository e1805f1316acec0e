import { onRestore } from "../browser/on-restore.ts";
import { pageview, renew } from "../core/tracker.ts";

/** Counts a view for the page load, and for each return from the back/forward cache. */
export const initialPageview = (): void => {
	pageview();
	onRestore(() => {
		renew();
		pageview();
	});
};
