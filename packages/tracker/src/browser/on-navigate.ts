import { ending, listen } from "./listen.ts";

/**
 * Calls back after each change of the current history entry within the document: push, replace, back and forward, and
 * fragments. State-only updates are among them, so the listener compares addresses.
 */
export const onNavigate = (moved: () => void): void => {
	if (window.navigation) {
		listen("currententrychange", moved, window.navigation);
		return;
	}
	// Safari before 26.2 and Firefox before 147 tell of back and forward only; push and replace have to be watched.
	for (const name of ["pushState", "replaceState"] as const) {
		const original = history[name];
		const watched: typeof original = function (this: History, ...entry) {
			original.apply(this, entry);
			moved();
		};
		history[name] = watched;
		// Where the page has wrapped ours meanwhile, it has to stay.
		ending?.addEventListener("abort", () => {
			if (history[name] === watched) history[name] = original;
		});
	}
	listen("popstate hashchange", moved);
};
