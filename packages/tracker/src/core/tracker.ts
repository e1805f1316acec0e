import { MAX_LENGTH } from "@footfall/shared/limits";
import { automationSignals } from "../browser/automation-signals.ts";
import { monotonicNow } from "../browser/monotonic-now.ts";
import { nativeProperty } from "../browser/native-property.ts";
import { onHidden } from "../browser/on-hidden.ts";
import { onVisible } from "../browser/on-visible.ts";
import { pageAddress } from "../browser/page-address.ts";
import { withStorage } from "../browser/with-storage.ts";
import {
	closeOutbox,
	leave as deliverAll,
	openOutbox,
	push,
	reopenOutbox,
} from "../deliver/outbox.ts";
import { type Properties, propertiesJson, userIdText } from "../event/event-properties.ts";
import type { BeforeSend, EventType, Measures, OutgoingEvent } from "../event/outgoing-event.ts";
import { attempt } from "../guard/attempt.ts";
import type { Config } from "./config.ts";

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
export let debounceMs: number;
let tag: string | undefined;
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
let lastViewed: URL;
let settle = () => {};
let userChanged = () => {};
let leaving: ((left: URL) => void)[] = [];

/** Calls back with the view's address when it ends or may end: before the next one, and whenever the page is hidden. */
export const onLeave = (call: (left: URL) => void): void => {
	leaving.push(call);
};

/** Calls back before an event of the current page and before it is left, so that a waiting view is sent first. */
export const beforeEvent = (call: () => void): void => {
	settle = call;
};

const leave = () => {
	for (const call of leaving) call(lastViewed);
};

/** Calls back whenever the user changes or is cleared. */
export const onIdentify = (call: () => void): void => {
	userChanged = call;
};

/** Calls back once the tracker has started. */
export const whenStarted = (call: () => void): void => {
	if (isOff) return;
	if (!early) attempt(call);
	else if (early.length < MAX_EARLY) early.push(call);
};

const pageTitle = () => nativeProperty("title").slice(0, MAX_LENGTH.pageTitle);

export const track: Track = (type, properties, name = "", measures, at) =>
	whenStarted(() => {
		if (!at) settle();
		const [path, query] = pageAddress(at);
		const { href } = at ?? location;
		const title = pageTitle();
		const whole: OutgoingEvent = {
			type,
			event_name: name.slice(0, MAX_LENGTH.eventName),
			properties,
			pathname: path.slice(0, MAX_LENGTH.pathname),
			querystring: query.slice(0, MAX_LENGTH.querystring),
			page_title: title,
			referrer: referrer.slice(0, MAX_LENGTH.referrer),
			tag: tag?.slice(0, MAX_LENGTH.tag),
			...measures,
		};
		const event = beforeSend ? beforeSend(whole) : whole;
		if (!event) return;
		push(
			{
				...event,
				// Frameworks set the title soon after the address, so it is read again when the event is sent.
				get page_title() {
					return event.page_title === title && location.href === href
						? pageTitle()
						: event.page_title;
				},
				properties: propertiesJson(
					event.properties,
					type === "error" ? MAX_LENGTH.errorProperties : MAX_LENGTH.properties,
				),
				site_id: siteId,
				hostname: location.hostname,
				language: navigator.language,
				// Some zoomed web views report fractions.
				screenWidth: screen.width | 0,
				screenHeight: screen.height | 0,
				user_id: userId || undefined,
				...automationSignals(),
				id: `${pageId}.${sequence}`,
				page_id: pageId,
				seq: sequence++,
				timestamp: monotonicNow(),
			},
			// Views within the page wait for their title.
			sequence === 1,
		);
	});

/** Whether the address differs from that of the last view or, before the first, of the page load. */
export const hasMoved = (): boolean => `${pageAddress()}` !== `${pageAddress(lastViewed)}`;

/** Counts a view of the current page. */
export const pageview = (): void =>
	whenStarted(() => {
		leave();
		// Within a page, the browser's referrer remains that of the load.
		if (hasMoved()) referrer = location.origin + pageAddress(lastViewed)[0];
		lastViewed = new URL(location.href);
		track("pageview");
	});

const beginPage = () => {
	pageId = Math.random().toString(36).slice(2) + Date.now();
	sequence = 0;
};

/** Starts a new page load without a load, as after a restore. */
export const renew = (): void => {
	// The last events of the previous load belong to its page id.
	leave();
	beginPage();
};

/** Sets or, with "", clears the id of the site's signed-in user. */
export const setUserId = (id: string): void =>
	whenStarted(() => {
		userId = id.slice(0, MAX_LENGTH.userId);
		withStorage((storage) => {
			if (userId) storage[userIdKey] = userId;
			else delete storage[userIdKey];
		});
		userChanged();
	});

/** Sets a function that may change or drop each event before it is sent. */
export const sendThrough = (by: BeforeSend): void => {
	beforeSend = by;
};

/** Sets the configuration, before anything else. */
export const configure = (config: Config): void => {
	[siteId, host, namespace, debounceMs, tag, beforeSend] = config;
	userIdKey = `${namespace}-user-id`;
	userId = userIdText(withStorage((storage) => storage[userIdKey]));
};

/** Starts to capture once the page is visible. */
export const start = (install: () => void): void =>
	onVisible(() => {
		if (!early || isOff) return;
		const calls = early;
		early = undefined;
		referrer = nativeProperty("referrer");
		lastViewed = new URL(location.href);
		beginPage();
		openOutbox(host, `${namespace}-outbox-`, pageId);
		// Before the captures, which reset their state when the page is hidden.
		onHidden(() => {
			settle();
			leave();
			deliverAll();
		});
		install();
		for (const call of calls) attempt(call);
	});

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
};
