import { listenUntil } from "../browser/listen.ts";
import { trackParts } from "../browser/page-address.ts";
import { filterBy } from "../event/before-send.ts";
import type { BeforeSend } from "../event/outgoing-event.ts";
import { event } from "./calls.ts";
import { baseOf } from "./config.ts";
import { trackByName } from "./track-by-name.ts";
import {
	type Capture,
	configure,
	configureRare,
	pageview,
	resume,
	start,
	stop,
	whenWanted,
} from "./tracker.ts";
import { giveBack, take } from "./window-property.ts";

/** The options of `init`. */
export interface Options {
	/** Numeric or 12-hex id of the site. */
	siteId: string;
	/** Base address of the server, such as `https://stats.example.com/api`. */
	host: string;
	/**
	 * Automatic events. A bundle contains only the captures listed here; without any, only the page's own calls are sent.
	 */
	captures: readonly Capture[];
	/** Called with each event before it is sent; may change or drop it, like `hidePaths`. */
	beforeSend?: BeforeSend;
	/** Name of the window property, the `data-` attributes and the localStorage keys. Default: `footfall`. */
	namespace?: string;
	/** How long a navigation within the page must last to count as a view. Default: 500 ms. */
	debounceMs?: number;
	/** Text added to every event. */
	tag?: string;
	/** Version of your code, such as `1.4.2` or a commit: errors are told apart by it. */
	release?: string;
	/** Whether the query string is sent and its changes count as views. Default: true. */
	trackUrlParams?: boolean;
	/** Whether fragments other than routes belong to the path. Default: false. */
	trackUrlFragments?: boolean;
	/** Whether Global Privacy Control is an opt-out. Default: false. */
	respectGpc?: boolean;
	/** Whether nothing is sent or stored until `optIn` is called on the page; calls wait for that. Default: false. */
	requireConsent?: boolean;
}

let ended: AbortController | undefined;
const windowApi = { pageview, event };

/** The captures that depend on the site's settings, if these decide. */
export type SiteOptions = Pick<Options, "captures" | "trackUrlParams" | "trackUrlFragments">;

/** Like `init`, with the result of `ask`; it is only called if events of the visitor are wanted. */
export const initBy = (
	options: Options,
	ask = (begin: (options: SiteOptions) => void): void => begin(options),
): void => {
	const {
		siteId,
		host,
		beforeSend,
		namespace = "footfall",
		debounceMs = 500,
		tag = "",
		release,
		respectGpc = false,
		requireConsent = false,
	} = options;
	if (typeof window === "undefined" || ended) return;
	resume();
	configure([`${siteId}`, baseOf(host), namespace, debounceMs]);
	ended = new AbortController();
	const { signal } = ended;
	listenUntil(signal);
	const isFirst = take(windowApi);
	if (respectGpc && navigator.globalPrivacyControl) return;
	configureRare([
		tag,
		beforeSend || release ? filterBy(beforeSend, release) : undefined,
		beforeSend,
	]);
	whenWanted(
		() =>
			ask(({ captures, trackUrlParams = true, trackUrlFragments = false }) => {
				if (signal.aborted) return;
				trackParts(trackUrlParams, trackUrlFragments);
				start(() => {
					if (isFirst) for (const capture of captures) capture(trackByName, signal);
				});
			}),
		requireConsent,
	);
};

/**
 * Starts the page's tracker. A page has one: until `shutdown`, further calls do nothing. Beside a script tag of the
 * same namespace, which captures already, only the page's own calls are sent. No effect on a server, and nothing is
 * sent for a visitor who has opted out.
 */
export const init: (options: Options) => void = initBy;

/**
 * Ends the tracker: sends the rest, stops listening, restores its changes to the page, and ignores further calls until
 * the next `init`.
 */
export const shutdown = (): void => {
	if (!ended) return;
	stop();
	ended.abort();
	ended = undefined;
	giveBack(windowApi);
};
