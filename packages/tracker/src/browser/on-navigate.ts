import { listen } from "./listen.ts";
import { watchHistory } from "./watch-history.rare.ts";

/**
 * Calls back after each change of the current history entry within the document: push, replace, back, forward, and
 * fragments. This includes state-only updates, so the listener compares addresses.
 */
export const onNavigate = (moved: () => void): void => {
	// In browsers without this API, an element with that id would be found here.
	if (window.navigation?.currentEntry) listen("currententrychange", moved, window.navigation);
	else watchHistory(moved);
};
