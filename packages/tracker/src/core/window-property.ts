import { namespace } from "./tracker.ts";

/**
 * The value on `window` under the tracker's name: an API, or a page's stub, as in
 * `window.footfall = { q: [["event", "signup"]] }`. It may also be an element with that id, which is ignored.
 */
export interface WindowProperty {
	pageview?: () => void;
	q?: [method: string, ...values: unknown[]][];
}

type Page = Record<string, WindowProperty | undefined>;

/**
 * Publishes the API on `window` and makes the calls of the page's stub; returns false where another tag or module was
 * first, so that nothing counts twice.
 */
export const take = (api: object): boolean => {
	const page = window as unknown as Page;
	const found = page[namespace];
	if (found?.pageview && !found.q) return false;
	page[namespace] = api;
	for (const [method, ...values] of found?.q ?? [])
		(api as Record<string, (...values: unknown[]) => void>)[method]?.(...values);
	return true;
};

/** Removes the API. */
export const giveBack = (api: object): void => {
	if ((window as unknown as Page)[namespace] === api) delete (window as unknown as Page)[namespace];
};
