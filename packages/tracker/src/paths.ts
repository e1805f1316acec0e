import { partsOf } from "./browser/page-address.ts";
import type { RareConfig } from "./core/config.ts";
import type { BeforeSend, OutgoingEvent } from "./event/outgoing-event.ts";
import type { Filter } from "./event/recorder.ts";
import { hidePaths } from "./paths/hide-paths.ts";

const list = (json: string | undefined): string[] => JSON.parse(json || "[]");

/**
 * Reads the paths that a script tag hides.
 * @throws SyntaxError, shown in the console, for an invalid JSON array or regular expression: sending nothing is better
 * than sending a path that should be hidden
 */
export const hidePathsOfTag = ({ skipPatterns, maskPatterns }: DOMStringMap): BeforeSend =>
	hidePaths(list(skipPatterns), list(maskPatterns));

/** Shows the parts of an event that such a function changes. */
const filterBy =
	(hide: BeforeSend): Filter =>
	([type, pageId, sequence, address, , title, referrer, ...others]) => {
		const [pathname, querystring] = partsOf(address);
		const event = { pathname, querystring, referrer } as OutgoingEvent;
		if (!hide(event)) return undefined;
		return [
			type,
			pageId,
			sequence,
			event.pathname,
			event.querystring,
			title,
			event.referrer,
			...others,
		];
	};

/** Reads the attributes of few tags; nothing if the visitor's browser asks not to be counted, and the tag obeys it. */
export const rareConfigOfTag = (dataset: DOMStringMap): RareConfig | undefined => {
	const { tag = "", skipPatterns, maskPatterns } = dataset;
	if ("respectGpc" in dataset && navigator.globalPrivacyControl) return undefined;
	if (!skipPatterns && !maskPatterns) return [tag];
	const hide = hidePathsOfTag(dataset);
	return [tag, filterBy(hide), hide];
};
