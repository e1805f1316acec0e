import { api, type Footfall } from "./api.ts";
import { stored } from "./browser/stored.ts";
import type { Config } from "./config.ts";
import { configure, namespace, stop } from "./tracker.ts";

/** What a page may have put in the place of the API before it arrived: `window.footfall = { q: [["event", "signup"]] }`. */
interface Stub {
	q?: [method: string, ...values: unknown[]][];
}

/**
 * Puts the API where the page looks for it and makes the calls that wait there. Answers with an API where the tracker must
 * not start: that of a tag or module that was there first, so that nothing is counted twice, or its own, whose calls do
 * nothing, where the visitor has opted out.
 */
export const establish = (config: Config): Footfall | undefined => {
	const page = window as unknown as Record<string, (Partial<Footfall> & Stub) | undefined>;
	configure(config);
	const found = page[namespace];
	// An element with that id is found here too; it is neither an API nor a stub.
	if (found?.getUserId && !found.q) return found as Footfall;
	page[namespace] = api;
	// Any value will do, even an empty one.
	if (stored((storage) => storage.getItem(`disable-${namespace}`)) != null) {
		stop();
		return api;
	}
	for (const [method, ...values] of found?.q ?? [])
		(api as unknown as Record<string, (...values: unknown[]) => void>)[method]?.(...values);
	return undefined;
};
