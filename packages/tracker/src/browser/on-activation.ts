import { listen } from "./listen.ts";

declare global {
	interface Document {
		/** Chromium only, and absent elsewhere. */
		prerendering?: boolean;
	}
}

/**
 * Calls back once, as soon as somebody sees the page: at once for most, on activation for a prerendered page, on its
 * first showing for a tab that was opened in the background, and never for a page that nobody looks at.
 */
export const onActivation = (begin: () => void): void => {
	let hasBegun = false;
	const look = () => {
		if (hasBegun || document.prerendering || document.hidden) return;
		hasBegun = true;
		begin();
	};
	listen("prerenderingchange visibilitychange", look);
	look();
};
