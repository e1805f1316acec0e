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

/** Whether another tag or module was first, so that nothing counts twice. */
export const isTaken = (): boolean | undefined => {
	const found = (window as unknown as Page)[namespace];
	return found?.pageview && !found.q;
};

/** Publishes the API on `window` and makes the calls of the page's stub. */
export const take = (api: object): void => {
	const calls = (window as unknown as Page)[namespace]?.q ?? [];
	(window as unknown as Page)[namespace] = api;
	for (const [method, ...values] of calls)
		(api as Record<string, (...values: unknown[]) => void>)[method]?.(...values);
};

/** Removes the API. */
export const giveBack = (api: object): void => {
	if ((window as unknown as Page)[namespace] === api) delete (window as unknown as Page)[namespace];
};
