import { hasOptedOut } from "../browser/has-opted-out.ts";
import { listenUntil } from "../browser/listen.ts";
import { trackParts } from "../browser/page-address.ts";
import type { BeforeSend } from "../event/outgoing-event.ts";
import { event } from "./calls.ts";
import { type Capture, configure, pageview, resume, start, stop, track } from "./tracker.ts";
import { giveBack, isTaken, take } from "./window-property.ts";

/** The options of `init`. */
export interface Options {
	/** Numeric or 12-hex id of the site. */
	siteId: string;
	/** Where the server listens, as in `https://stats.example.com/api`. */
	host: string;
	/** The reasons to send events by itself. A bundle holds what is named here; with none, the page makes all calls. */
	captures: readonly Capture[];
	/** Sees each event before it is sent and may change or drop it, as `hidePaths` does. */
	beforeSend?: BeforeSend;
	/** Names the window property, the `data-` attributes and the localStorage keys; `footfall` when absent. */
	namespace?: string;
	/** How long a navigation within the page must stand before it counts as a view; 500 ms when absent. */
	debounceMs?: number;
	/** Sent with every event. */
	tag?: string;
	/** Whether the query string is sent and its changes count as views; true when absent. */
	trackUrlParams?: boolean;
	/** Whether fragments that are no routes belong to the path; false when absent. */
	trackUrlFragments?: boolean;
	/** Whether nothing is sent for a visitor whose browser asks sites not to sell or share data (GPC); false when absent. */
	respectGpc?: boolean;
}

let ended: AbortController | undefined;
const windowApi = { pageview, event };

/**
 * Starts the page's tracker. A page has one, so until `shutdown` further calls do nothing, and beside a script tag of the
 * same namespace, which captures already, only the page's own calls are sent. Nothing happens on a server, and nothing is
 * sent for a visitor who has opted out.
 */
export const init = ({
	siteId,
	host,
	captures,
	beforeSend,
	namespace = "footfall",
	debounceMs = 500,
	tag,
	trackUrlParams = true,
	trackUrlFragments = false,
	respectGpc = false,
}: Options): void => {
	if (typeof window === "undefined" || ended) return;
	resume();
	configure([`${siteId}`, host, namespace, debounceMs, tag, beforeSend]);
	ended = new AbortController();
	const { signal } = ended;
	listenUntil(signal);
	const isSecond = isTaken();
	if (!isSecond) take(windowApi);
	if (hasOptedOut(namespace, respectGpc)) return;
	trackParts(trackUrlParams, trackUrlFragments);
	start(() => {
		if (!isSecond) for (const capture of captures) capture(track, signal);
	});
};

/**
 * Ends the tracker: says and delivers what is left to say, stops listening, puts back what it had changed in the page, and
 * lets further calls do nothing until the next `init`.
 */
export const shutdown = (): void => {
	if (!ended) return;
	stop();
	ended.abort();
	ended = undefined;
	giveBack(windowApi);
};
