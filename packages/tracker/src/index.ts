import { api, type EventMap, type Footfall } from "./api.ts";
import { initialPageview } from "./capture/initial-pageview.ts";
import { navigationPageview } from "./capture/navigation-pageview.ts";
import { establish } from "./establish.ts";
import { type Capture, start, stop } from "./tracker.ts";

export type { EventMap, Footfall } from "./api.ts";
export { attributeEvent } from "./capture/attribute-event.ts";
export { buttonClick } from "./capture/button-click.ts";
export { copiedText } from "./capture/copied-text.ts";
export { engagement } from "./capture/engagement.ts";
export { fileDownload } from "./capture/file-download.ts";
export { formSubmit } from "./capture/form-submit.ts";
export { initialPageview } from "./capture/initial-pageview.ts";
export { inputChange } from "./capture/input-change.ts";
export { navigationPageview } from "./capture/navigation-pageview.ts";
export { outboundLink } from "./capture/outbound-link.ts";
export { uncaughtError } from "./capture/uncaught-error.ts";
export type { Properties } from "./event-fields.ts";
export type { Capture, EventType, Measures, Track } from "./tracker.ts";

declare global {
	interface Window {
		/** The API of the page's tracker, wherever it came from; under another name if `namespace` says so. */
		footfall?: Footfall;
	}
}

/** What `init` takes. */
export interface Options {
	/** Numeric or 12-hex id of the site. */
	siteId: string;
	/** Where the server listens, as in `https://stats.example.com/api`. */
	host: string;
	/** The reasons to send events; loads and navigations when absent. A bundle holds what is named here. */
	captures?: readonly Capture[];
	/** Names the window property, the `data-` attributes and the localStorage keys; `footfall` when absent. */
	namespace?: string;
	/** Paths on which nothing is sent: `*` is one segment, `**` any number, `re:` begins a regular expression. */
	skipPatterns?: readonly string[];
	/** Paths that are sent as the pattern itself and without their query. */
	maskPatterns?: readonly string[];
	/** How long a navigation within the page must stand before it counts as a view; 500 ms when absent. */
	debounceMs?: number;
	/** Sent with every event. */
	tag?: string;
	/** Whether the query string is sent and its changes count as views; true when absent. */
	trackUrlParams?: boolean;
	/** Whether fragments that are no routes belong to the path; false when absent. */
	trackUrlFragments?: boolean;
}

let isEstablished = false;

/**
 * Starts the page's tracker and returns its API. A page has one: further calls, and a script tag of the same namespace,
 * get the first one's. On a server nothing happens.
 */
export const init = <Events extends EventMap = EventMap>({
	siteId,
	host,
	captures = [initialPageview, navigationPageview],
	namespace = "footfall",
	skipPatterns = [],
	maskPatterns = [],
	debounceMs = 500,
	tag,
	trackUrlParams = true,
	trackUrlFragments = false,
}: Options): Footfall<Events> => {
	if (typeof window === "undefined") stop();
	else if (!isEstablished) {
		const other = establish([siteId, host, namespace, debounceMs, skipPatterns, maskPatterns, tag]);
		if (other) return other;
		isEstablished = true;
		start({ trackUrlParams, trackUrlFragments }, captures);
	}
	return api;
};
