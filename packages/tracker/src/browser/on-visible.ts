import { listen } from "./listen.ts";
import { nativeProperty } from "./native-property.ts";

declare global {
	interface Document {
		/** Chromium only, and absent elsewhere. */
		prerendering?: boolean;
	}
}

/**
 * Calls back once the page is visible: usually at once, on activation for a prerendered page, on the first display of a
 * background tab, and never for a page that nobody looks at.
 */
export const onVisible = (seen: () => void): void => {
	const look = () => {
		if (!nativeProperty("prerendering") && !nativeProperty("hidden")) seen();
	};
	listen("prerenderingchange visibilitychange", look);
	look();
};
