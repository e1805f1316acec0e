import { listen, type Undo } from "./listen.ts";

/**
 * Calls back after each change of the current history entry within the document: push, replace, back and forward, and
 * fragments. State-only updates are among them, so the listener compares addresses.
 */
export const onNavigate = (moved: () => void): Undo => {
	if (window.navigation) return listen(window.navigation, "currententrychange", moved);
	// Safari before 26.2 and Firefox before 147 tell of back and forward only; push and replace have to be watched.
	let watching = true;
	for (const name of ["pushState", "replaceState"] as const) {
		const original = history[name];
		history[name] = function (...entry) {
			original.apply(this, entry);
			if (watching) moved();
		};
	}
	const ignore = listen(window, "popstate hashchange", moved);
	return () => {
		// The wrappers stay, silent: somebody else may have wrapped them since.
		watching = false;
		ignore();
	};
};
