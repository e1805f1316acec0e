import { listen } from "../browser/listen.ts";
import { nativeProperty } from "../browser/native-property.ts";
import { configureOptOut, hasOptedOut, takeBackOptOut } from "../browser/opt-out.ts";
import { type PageAddress, trackedAddress } from "../browser/page-address.ts";
import { eachStored, withStorage } from "../browser/with-storage.ts";
import {
	closeOutbox,
	leave as deliverAll,
	discard,
	openOutbox,
	push,
	reopenOutbox,
	takeGivenUp,
} from "../deliver/outbox.ts";
import { type Properties, propertiesJson, userIdText } from "../event/event-properties.ts";
import type { BeforeSend, EventType, Filter, Measures } from "../event/outgoing-event.ts";
import { attempt } from "../guard/attempt.ts";
import type { Config, RareConfig } from "./config.ts";

/** Sends an event from the given page, or the current one, once the tracker has started. */
export type Track = (
	type: EventType,
	properties?: Properties,
	name?: string,
	measures?: Measures,
	at?: URL,
) => void;

/** One reason to send events; it listens until the signal aborts. */
export type Capture = (track: Track, until: AbortSignal) => void;

// A page has one tracker, so its state is in module variables, which minify better than properties.

export let siteId: string;
export let host: string;
export let namespace: string;
/** How long a navigation within the page must last to count as a view. */
export let debounceMs: number;
let tag = "";
const unchanged: Filter = (event) => event;
let filter = unchanged;
/** For the replay, which has addresses of its own. */
export let beforeSend: BeforeSend | undefined;
let userIdKey: string;

export let userId = "";
let isOff = false;
/** The calls that wait for the start. */
let early: (() => void)[] | undefined = [];
/** Bounds the calls that wait if the tracker never starts, as on a server. */
const MAX_EARLY = 100;
let pageId: string;
let sequence = 0;
let referrer: string;
/** The address of the last view or, before the first, of the page load. */
let viewed: PageAddress;
let settle = () => {};
let userChanged = () => {};
let leaving: ((left: PageAddress) => void)[] = [];
let look = (_event: Partial<Event>) => {};

/** Calls back with the view's address when it ends or may end: before the next one, and whenever the page is hidden. */
export const onLeave = (call: (left: PageAddress) => void): void => {
	leaving.push(call);
};

/** Calls back before an event of the current page and before it is left, so that a waiting view is sent first. */
export const beforeEvent = (call: () => void): void => {
	settle = call;
};

const leave = () => {
	for (const call of leaving) call(viewed);
};

/** Calls back whenever the user changes or is cleared. */
export const onIdentify = (call: () => void): void => {
	userChanged = call;
};

/** Calls back once the tracker has started. */
export const whenStarted = (call: () => void): void => {
	if (isOff || hasOptedOut()) return;
	if (!early) attempt(call);
	else if (early.length < MAX_EARLY) early.push(call);
};

/** Sends an event from the given address, or the current one, once the tracker has started. */
export const track = (
	type: EventType,
	properties?: unknown,
	name = "",
	measures: Measures = {},
	at?: PageAddress,
): void => {
	const text = propertiesJson(properties, type);
	whenStarted(() => {
		if (!at) settle();
		const address = at ?? trackedAddress();
		let title = nativeProperty("title");
		const event = filter([
			type,
			pageId,
			sequence,
			...address,
			{
				// Frameworks set the title soon after the address, so it is read again when the event is sent.
				toJSON: () => {
					if (`${trackedAddress()}` === `${address}`) title = nativeProperty("title");
					return title;
				},
			},
			referrer,
			tag,
			userId,
			name,
			text,
			{ ...measures, given_up: takeGivenUp() },
		]);
		// Views within the page wait for their title.
		if (event) push([siteId, ...event], !sequence++);
	});
};

/** Whether the address differs from that of the last view or, before the first, of the page load. */
export const hasMoved = (): boolean => `${trackedAddress()}` !== `${viewed}`;

/** Counts a view of the current page. */
export const pageview = (): void =>
	whenStarted(() => {
		leave();
		// Within a page, the browser's referrer remains that of the load.
		if (hasMoved()) referrer = location.origin + viewed[0];
		viewed = trackedAddress();
		track("pageview");
	});

/** Starts a new page load, also without a load, as after a restore. */
export const renew = (): void => {
	// The last events of the previous load belong to its page id.
	leave();
	pageId = Math.random().toString(36).slice(2, 10) + Date.now().toString(36);
	sequence = 0;
};

/** Sets or, with "", clears the id of the site's signed-in user. */
export const setUserId = (id: string): void =>
	whenStarted(() => {
		userId = id;
		withStorage((storage) => {
			storage[userIdKey] = id;
			if (!id) delete storage[userIdKey];
		});
		userChanged();
	});

/** Sets the options that few trackers set. */
export const configureRare = (config: RareConfig): void => {
	[tag, filter = unchanged, beforeSend] = config;
};

/** Replaces the tag's event filter, for scripts in which a page can override more of an event. */
export const configureFilter = (
	wrap: (
		filter: Filter,
		beforeSend: BeforeSend | undefined,
	) => readonly [filter: Filter, beforeSend: BeforeSend],
): void => {
	[filter, beforeSend] = wrap(filter, beforeSend);
};

/** Sets the configuration, before everything else. */
export const configure = (config: Config): void => {
	[siteId, host, namespace, debounceMs] = config;
	userIdKey = `${namespace}-user-id`;
	configureOptOut(namespace, () => {
		discard();
		eachStored(`${namespace}-`, () => {});
		userId = "";
		userChanged();
	});
	userId = userIdText(withStorage((storage) => storage[userIdKey]));
};

/**
 * Starts to capture once the page is visible: usually at once, on activation for a prerendered page, on the first display
 * of a background tab, and never for a page that nobody looks at.
 */
export const start = (install: () => void): void => {
	/**
	 * Also called whenever the page may be about to end, possibly several times. `visibilitychange` is the last event on
	 * phones; `pagehide` covers browsers that navigate away without it. `unload` and `beforeunload` would keep the page
	 * out of the back/forward cache.
	 */
	look = ({ type }) => {
		if (type === "pagehide" || nativeProperty("hidden")) {
			if (!early) {
				settle();
				leave();
				deliverAll();
			}
		} else if (early && !isOff && !nativeProperty("prerendering") && !hasOptedOut()) {
			const calls = early;
			early = undefined;
			referrer = nativeProperty("referrer");
			// The query of another site's address is private.
			if (!referrer.startsWith(location.origin)) [referrer] = referrer.split("?") as [string];
			viewed = trackedAddress();
			renew();
			openOutbox(`${host}/track`, `${namespace}-outbox`, pageId);
			install();
			for (const call of calls) whenStarted(call);
		}
	};
	// Files, `data:` and `blob:` pages are not places that others visit.
	if (/^(file|blob|data|about)/.test(location.protocol)) return;
	// Before the captures, which reset their state when the page is hidden.
	listen("visibilitychange pagehide prerenderingchange", look);
	look({});
};

/** Calls back now or, if the visitor has opted out or has not consented yet, once `optIn` is called. */
export const whenWanted = (call: () => void, needsConsent?: boolean): void => {
	if (needsConsent || hasOptedOut())
		look = () => {
			// A second call may arrive before the first has started the tracker.
			look = () => {};
			call();
		};
	else call();
};

/** The visitor consents: reverts an opt-out, and starts everything that waits for consent. */
export const optIn = (): void => {
	takeBackOptOut();
	look({});
};

/** After a stop, makes calls wait for the next start. */
export const resume = (): void => {
	isOff = false;
	reopenOutbox();
};

/** Sends the rest, forgets the page's state, and ignores all calls until the next start. */
export const stop = (): void => {
	if (!early) {
		leave();
		closeOutbox();
	}
	isOff = true;
	early = [];
	leaving = [];
	settle = userChanged = () => {};
	look = () => {};
};
