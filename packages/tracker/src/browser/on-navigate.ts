import { ending, listen } from "./listen.ts";

/**
 * Calls back after each change of the current history entry within the document: push, replace, back and forward, and
 * fragments. State-only updates are among them, so the listener compares addresses.
 */
export const onNavigate = (moved: () => void, until: AbortSignal | undefined = ending): void => {
	if (window.navigation) {
		listen(window.navigation, "currententrychange", moved, until);
		return;
	}
	// Safari before 26.2 and Firefox before 147 tell of back and forward only; push and replace have to be watched.
	for (const name of ["pushState", "replaceState"] as const) {
		const original = history[name];
		const watched: typeof original = function (this: History, ...entry) {
			original.apply(this, entry);
			if (!until?.aborted) moved();
		};
		history[name] = watched;
		// Whoever has wrapped ours meanwhile keeps it, and it only passes on.
		until?.addEventListener("abort", () => {
			if (history[name] === watched) history[name] = original;
		});
	}
	listen(window, "popstate hashchange", moved, until);
};
