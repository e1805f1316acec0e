import { createApi, type Footfall } from "./api.ts";
import { stored } from "./browser/stored.ts";
import type { Config } from "./config.ts";
import { createTracker, type Tracker } from "./tracker.ts";

/** What a page may have put in the place of the API before it arrived: `window.footfall = { q: [["event", "signup"]] }`. */
interface Stub {
	q?: [method: string, ...values: unknown[]][];
}

/**
 * Puts the API where the page looks for it and makes the calls that wait there. There is no tracker to start where the
 * visitor has opted out, whose calls do nothing then, nor for a second tag or module of the same name, which gets the
 * first one's API, so that nothing is counted twice.
 */
export const establish = (config: Config): { api: Footfall; tracker?: Tracker } => {
	const page = window as unknown as Record<string, (Partial<Footfall> & Stub) | undefined>;
	const found = page[config.namespace];
	// An element with that id is found here too; it is neither an API nor a stub.
	if (found?.getUserId && !found.q) return { api: found as Footfall };
	const tracker = createTracker(config);
	const api = createApi(tracker);
	page[config.namespace] = api;
	// Any value will do, even an empty one.
	if (stored((storage) => storage.getItem(`disable-${config.namespace}`)) != null) {
		tracker.stop();
		return { api };
	}
	for (const [method, ...values] of found?.q ?? [])
		(api as unknown as Record<string, (...values: unknown[]) => void>)[method]?.(...values);
	return { api, tracker };
};
