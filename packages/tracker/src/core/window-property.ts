import { namespace } from "./tracker.ts";

/**
 * The value on `window` under the tracker's name: an API, or what a page has put there before it arrived, as in
 * `window.footfall = { q: [["event", "signup"]] }`. An element with that id is found there too; it is neither.
 */
export interface WindowProperty {
	pageview?: () => void;
	q?: [method: string, ...values: unknown[]][];
}

type Page = Record<string, WindowProperty | undefined>;

/** Whether a tag or module was there first, so that nothing must be counted twice. */
export const isTaken = (): boolean | undefined => {
	const found = (window as unknown as Page)[namespace];
	return found?.pageview && !found.q;
};

/** Puts the API where the page looks for it, and makes the calls that wait there. */
export const take = (api: object): void => {
	const calls = (window as unknown as Page)[namespace]?.q ?? [];
	(window as unknown as Page)[namespace] = api;
	for (const [method, ...values] of calls)
		(api as Record<string, (...values: unknown[]) => void>)[method]?.(...values);
};

/** Takes the API away again. */
export const giveBack = (api: object): void => {
	if ((window as unknown as Page)[namespace] === api) delete (window as unknown as Page)[namespace];
};
