import { ending, listen } from "./listen.ts";

/**
 * Calls back after each change of the current history entry within the document: push, replace, back and forward, and
 * fragments. State-only updates are among them, so the listener compares addresses.
 */
export const onNavigate = (moved: () => void): void => {
	// An element of that id is found there too, in browsers that have no such API.
	if (window.navigation?.currentEntry) {
		listen("currententrychange", moved, window.navigation);
		return;
	}
	// Safari before 26.2 and Firefox before 147 tell of back and forward only; push and replace have to be watched: on the
	// prototype, whose methods pages may call themselves, and where a library has put its own in front of those.
	for (const holder of [History.prototype, history])
		for (const name of ["pushState", "replaceState"] as const) {
			if (!Object.keys(holder).includes(name)) continue;
			const original = holder[name];
			const watched: typeof original = function (this: History, ...entry) {
				original.apply(this, entry);
				moved();
			};
			Reflect.set(holder, name, watched);
			// Where the page has wrapped ours meanwhile, it has to stay.
			ending?.addEventListener("abort", () => {
				if (holder[name] === watched) holder[name] = original;
			});
		}
	listen("popstate hashchange", moved);
};
