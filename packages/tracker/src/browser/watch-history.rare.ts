import { ending, listen } from "./listen.ts";

/**
 * Calls back as `onNavigate` does where there is no Navigation API: Safari before 26.2 and Firefox before 147 have events
 * for back and forward only. Push and replace are wrapped: on the prototype, because pages may call its methods, and where
 * a library has overridden them.
 */
export const watchHistory = (moved: () => void): void => {
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
	// Reports changes made while this code was loading.
	moved();
};
