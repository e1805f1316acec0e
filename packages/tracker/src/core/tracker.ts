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

/** Sends an event from the given page, or the current one. Before the start it waits. */
export type Track = (
	type: EventType,
	properties?: Properties,
	name?: string,
	measures?: Measures,
	at?: URL,
) => void;

/** One reason to send events: watches for it until the signal aborts. */
export type Capture = (track: Track, until: AbortSignal) => void;

// A page has one tracker, so what it knows is here and not in an object: local names shrink to a letter, and every
// visitor downloads them.

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
/** Where no start ever comes, as on a server, what waits for it must not pile up. */
const MAX_EARLY = 100;
let pageId: string;
let sequence = 0;
let referrer: string;
/** Where the last view was, or the page began where there was none. */
let lastViewed: URL;
let settle = () => {};
let userChanged = () => {};
let leaving: ((left: URL) => void)[] = [];

/** Calls back with the address of the view when it ends or may end: before the next one, and whenever the page is hidden. */
export const onLeave = (call: (left: URL) => void): void => {
	leaving.push(call);
};

/** Calls back before an event of the current page and before it is left, so that a view which still waits goes ahead. */
export const beforeEvent = (call: () => void): void => {
	settle = call;
};

const leave = () => {
	for (const call of leaving) call(lastViewed);
};

/** Calls back whenever the user becomes another one or none. */
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
				// Frameworks set the title soon after the address: it is read once more when the event leaves.
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

/** Whether the address differs from that of the last view, or from the first one where there was none. */
export const hasMoved = (): boolean => `${pageAddress()}` !== `${pageAddress(lastViewed)}`;

/** Counts a view of the current page. */
export const pageview = (): void =>
	whenStarted(() => {
		leave();
		// Within a page the browser's referrer stays that of the load.
		if (hasMoved()) referrer = location.origin + pageAddress(lastViewed)[0];
		lastViewed = new URL(location.href);
		track("pageview");
	});

const beginPage = () => {
	pageId = Math.random().toString(36).slice(2) + Date.now();
	sequence = 0;
};

/** Begins a new page load without a load, as after a restore. */
export const renew = (): void => {
	// The last events of the load before belong to its own page id.
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

/** Lets every event be seen, changed or dropped before it is sent. */
export const sendThrough = (by: BeforeSend): void => {
	beforeSend = by;
};

/** Says what has to be known before anything else. */
export const configure = (config: Config): void => {
	[siteId, host, namespace, debounceMs, tag, beforeSend] = config;
	userIdKey = `${namespace}-user-id`;
	userId = userIdText(withStorage((storage) => storage[userIdKey]));
};

/** Begins to capture as soon as somebody sees the page. */
export const start = (install: () => void): void =>
	onVisible(() => {
		if (!early || isOff) return;
		const calls = early;
		early = undefined;
		referrer = nativeProperty("referrer");
		lastViewed = new URL(location.href);
		beginPage();
		openOutbox(host, `${namespace}-outbox-`, pageId);
		// Ahead of the captures, which forget what they have seen of a page when it is hidden.
		onHidden(() => {
			settle();
			leave();
			deliverAll();
		});
		install();
		for (const call of calls) attempt(call);
	});

/** Lets calls wait for a start again, after a stop. */
export const resume = (): void => {
	isOff = false;
	reopenOutbox();
};

/** Says and delivers what is left to say, forgets what was known of the page, and makes all calls do nothing until the next start. */
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
