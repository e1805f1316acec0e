import { listen } from "./listen.ts";
import { nativeProperty } from "./native-property.ts";

/**
 * Calls back whenever the page may be about to end, possibly several times. `visibilitychange` is the last event on
 * phones; `pagehide` covers browsers that navigate away without it. `unload` and `beforeunload` would keep the page out
 * of the back/forward cache.
 */
export const onHidden = (leave: () => void): void =>
	listen("visibilitychange pagehide", ({ type }) => {
		if (type === "pagehide" || nativeProperty("hidden")) leave();
	});
