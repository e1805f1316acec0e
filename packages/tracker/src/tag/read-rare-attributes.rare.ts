import type { RareConfig } from "../core/config.ts";
import type { BeforeSend, Filter, OutgoingEvent } from "../event/outgoing-event.ts";
import { hidePaths } from "../paths/hide-paths.ts";

const list = (json: string | undefined): string[] => JSON.parse(json || "[]");

/**
 * Reads the paths that a script tag hides.
 * @throws SyntaxError, shown in the console, for an invalid JSON array or regular expression: sending nothing is better
 * than sending a path that should be hidden
 */
const hidePathsOfTag = ({ skipPatterns, maskPatterns }: DOMStringMap): BeforeSend =>
	hidePaths(list(skipPatterns), list(maskPatterns));

/** Passes the parts of an event that such a function changes. */
const hidden =
	(hide: BeforeSend): Filter =>
	([type, pageId, sequence, pathname, querystring, title, referrer, ...others]) => {
		const event = { pathname, querystring, referrer } as OutgoingEvent;
		return (
			hide(event) && [
				type,
				pageId,
				sequence,
				event.pathname,
				event.querystring,
				title,
				event.referrer,
				...others,
			]
		);
	};

/** Adds the release of the page's code to what a filter lets through. */
const released =
	(release: string, filter: Filter = (event) => event): Filter =>
	(event) => {
		event[11].release = release;
		return filter(event);
	};

/**
 * Reads the attributes of few tags and calls `goOn` with them, unless the visitor's browser asks not to be counted
 * and the tag respects that, or the tag does not count this host.
 */
export const readRareAttributes = (
	dataset: DOMStringMap,
	goOn: (config: RareConfig) => void,
): void => {
	const { tag = "", domains, skipPatterns, maskPatterns, release } = dataset;
	if (domains && !domains.split(/[\s,]+/).includes(location.hostname)) return;
	if ("respectGpc" in dataset && navigator.globalPrivacyControl) return;
	const hide = skipPatterns || maskPatterns ? hidePathsOfTag(dataset) : undefined;
	const filter = hide && hidden(hide);
	goOn([tag, release ? released(release, filter) : filter, hide]);
};
