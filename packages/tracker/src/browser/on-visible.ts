import { listen } from "./listen.ts";
import { nativeProperty } from "./native-property.ts";

declare global {
	interface Document {
		/** Chromium only, and absent elsewhere. */
		prerendering?: boolean;
	}
}

/**
 * Calls back whenever somebody sees the page: at once for most, on activation for a prerendered page, on its first showing
 * for a tab that was opened in the background, and never for a page that nobody looks at.
 */
export const onVisible = (seen: () => void): void => {
	const look = () => {
		if (!nativeProperty("prerendering") && !nativeProperty("hidden")) seen();
	};
	listen("prerenderingchange visibilitychange", look);
	look();
};
