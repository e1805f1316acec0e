import { listen } from "./listen.ts";
import { nativeProperty } from "./native-property.ts";

/**
 * Calls back whenever this may be the page's last moment; it can come several times.
 * `visibilitychange` is the last event that a phone grants; `pagehide` fills the gaps where a browser navigates
 * away without it. `unload` and `beforeunload` would keep the page out of the back/forward cache.
 */
export const onHidden = (leave: () => void): void =>
	listen("visibilitychange pagehide", ({ type }) => {
		if (type === "pagehide" || nativeProperty("hidden")) leave();
	});
