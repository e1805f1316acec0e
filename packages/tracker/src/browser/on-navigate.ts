import { ending, listen } from "./listen.ts";

/**
 * Calls back after each change of the current history entry within the document: push, replace, back, forward, and
 * fragments. This includes state-only updates, so the listener compares addresses.
 */
export const onNavigate = (moved: () => void): void => {
	// In browsers without this API, an element with that id would be found here.
	if (window.navigation?.currentEntry) {
		listen("currententrychange", moved, window.navigation);
		return;
	}
	// Safari before 26.2 and Firefox before 147 have events for back and forward only. Push and replace are wrapped: on
	// the prototype, because pages may call its methods, and where a library has overridden them.
	for (const holder of [History.prototype, history])
		for (const name of ["pushState", "replaceState"] as const) {
			if (!Object.keys(holder).includes(name)) continue;
			const original = holder[name];
			const watched: typeof original = function (this: History, ...entry) {
				original.apply(this, entry);
				moved();
			};
			Reflect.set(holder, name, watched);
			// If the page has wrapped ours meanwhile, it has to stay.
			ending?.addEventListener("abort", () => {
				if (holder[name] === watched) holder[name] = original;
			});
		}
	listen("popstate hashchange", moved);
};
