import { listen } from "./listen.ts";

/**
 * Calls back after each change of the current history entry within the document: push, replace, back and forward, and
 * fragments. State-only updates are among them, so the listener compares addresses.
 */
export const onNavigate = (moved: () => void): void => {
	if (window.navigation) {
		listen(window.navigation, "currententrychange", moved);
		return;
	}
	// Safari before 26.2 and Firefox before 147 tell of back and forward only; push and replace have to be watched.
	for (const name of ["pushState", "replaceState"] as const) {
		const original = history[name];
		history[name] = function (...entry) {
			original.apply(this, entry);
			moved();
		};
	}
	listen(window, "popstate hashchange", moved);
};
