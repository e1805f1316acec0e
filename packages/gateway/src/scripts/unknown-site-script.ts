import { trimmedText } from "@footfall/shared/text/trimmed-text";
import { scriptJson } from "./script-json.ts";

/** Ids are shorter; for anything else, the start is enough. */
const MAX_NAMED_ID = 64;

/** The globals that pages made for another product call; Google's `gtag` is a function of the page itself. */
const IN_PLACE_OF: Readonly<Record<string, string>> = {
	// Pages wait for the callback before they continue.
	plausible: `
	if (!window.plausible?.l) {
		const waiting = window.plausible?.q ?? [];
		window.plausible = (_name, options) => {
			if (typeof options?.callback === "function") options.callback();
		};
		for (const call of waiting) window.plausible(...call);
	}`,
	umami: `
	if (!window.umami?.track) window.umami = { track: async () => {}, identify: async () => {} };`,
};

/**
 * The script for an unknown site: it says so on the console, and defines an API whose methods do nothing, because a
 * page must not fail for a wrong id. Browsers run it without a build step, so its syntax is that of ES2020.
 * @param product one of `COMPATIBLE_PRODUCTS` whose calls must not fail either
 */
export const unknownSiteScript = (siteId: string, product = ""): string => {
	const id = JSON.stringify(trimmedText(siteId, MAX_NAMED_ID));
	const why = `footfall: nothing is tracked, because there is no site with the id ${id}. Set siteId in the script URL to the id shown in the site's settings.`;
	return `(() => {
	console.warn(${scriptJson(why)});
	const tag = document.currentScript ?? document.querySelector("script[data-site-id],script[src*='?site'],script[src*='&site']");
	const name = tag?.dataset.namespace || "footfall";
	const found = window[name];
	// With q it looks like a page's stub, so that the tracker of another tag takes its place; with a then, it would be
	// taken for a promise.
	const known = { q: [], then: undefined };
	if (!found?.pageview || found.q)
		window[name] = new Proxy(known, {
			get: (target, method) =>
				method in target || typeof method === "symbol" ? target[method] : () => {},
		});${IN_PLACE_OF[product] ?? ""}
})();
`;
};
