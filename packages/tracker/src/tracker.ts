import type { ClientEvent, EventType } from "@footfall/shared/event";
import { MAX_LENGTH } from "@footfall/shared/limits";
import { automationSignals } from "./browser/automation-signals.ts";
import type { Undo } from "./browser/listen.ts";
import { onActivation } from "./browser/on-activation.ts";
import { onHidden } from "./browser/on-hidden.ts";
import { type PageAddress, pageAddress } from "./browser/page-address.ts";
import { stored } from "./browser/stored.ts";
import type { Config, Settings } from "./config.ts";
import { createOutbox, type Outbox } from "./deliver/outbox.ts";
import { pathMatcher } from "./path-matcher.ts";

/** The fields of an event that are its own, and those of the envelope that it knows better. */
export type Fields<Type extends EventType> = {
	[Name in keyof Extract<ClientEvent, { type: Type }>]?:
		| Extract<ClientEvent, { type: Type }>[Name]
		| undefined;
};

/** One reason to send events: installs itself and returns its own undoing. */
export type Capture = (tracker: Tracker) => Undo;

/** What captures and the public API work with. */
export interface Tracker {
	config: Config;
	/** Sends an event from the given page, or the current one. Before the start it waits. */
	track: <Type extends EventType>(type: Type, fields: Fields<Type>, at?: PageAddress) => void;
	/** Counts a view of the current page. */
	pageview: () => void;
	/** Begins a new page load without a load, as after a restore. */
	renew: () => void;
	/** Whether the address differs from that of the last view, or from the first one where there was none. */
	hasMoved: () => boolean;
	/** Calls back with the address of the view when it ends or may end: before the next one, and whenever the page is hidden. */
	onLeave: (leave: (left: PageAddress) => void) => void;
	/** Calls back before an event of the current page, so that a view which still waits goes ahead of it. */
	beforeEvent: (call: () => void) => void;
	/** Calls back once the tracker has started. */
	whenStarted: (call: () => void) => void;
	/** Sets or, with "", clears the id of the site's signed-in user. */
	setUserId: (userId: string) => void;
	userId: () => string;
	/** Obeys the settings and installs the captures as soon as somebody sees the page. */
	start: (settings: Settings, captures: readonly Capture[]) => void;
	/** Undoes the captures for good. What waits is still delivered. */
	stop: Undo;
}

const newPageId = () => Date.now().toString(36) + Math.random().toString(36).slice(2);

const textOf = ({ pathname, querystring }: PageAddress) => pathname + querystring;

/** Makes a tracker that sends nothing until it is started. */
export const createTracker = (config: Config): Tracker => {
	const { namespace, siteId, host } = config;
	const userIdKey = `${namespace}-user-id`;
	const skipOf = pathMatcher(config.skipPatterns);
	const maskOf = pathMatcher(config.maskPatterns);
	const leaving: ((left: PageAddress) => void)[] = [];
	let isOff = false;
	let userId = stored((storage) => storage.getItem(userIdKey)) || "";
	let early: (() => void)[] | undefined = [];
	let settings: Settings = {};
	let outbox: Outbox;
	let pageId = newPageId();
	let sequence = 0;
	let referrer = "";
	let seen: PageAddress;
	let undos: Undo[] = [];
	let settle = () => {};

	const address = () => pageAddress(!!settings.trackUrlParams, !!settings.trackUrlFragments);
	const leave = () => {
		for (const call of leaving) call(seen);
	};
	const whenStarted = (call: () => void) => {
		if (isOff) return;
		if (early) early.push(call);
		else call();
	};

	const tracker: Tracker = {
		config,
		track: (type, fields, at) =>
			whenStarted(() => {
				if (!at) settle();
				const page = at ?? address();
				if (skipOf(page.pathname)) return;
				const mask = maskOf(page.pathname);
				const { score, bits } = automationSignals();
				outbox.push(
					{
						site_id: siteId,
						hostname: location.hostname,
						pathname: (mask ?? page.pathname).slice(0, MAX_LENGTH.pathname),
						querystring: mask ? "" : page.querystring.slice(0, MAX_LENGTH.querystring),
						page_title: document.title.slice(0, MAX_LENGTH.pageTitle),
						referrer: referrer.slice(0, MAX_LENGTH.referrer),
						language: navigator.language,
						// Some zoomed web views report fractions.
						screenWidth: Math.round(screen.width),
						screenHeight: Math.round(screen.height),
						user_id: userId || undefined,
						tag: config.tag?.slice(0, MAX_LENGTH.tag),
						_bs: score,
						_bsm: bits,
						type,
						event_name: "",
						...fields,
						id: `${pageId}.${sequence}`,
						page_id: pageId,
						seq: sequence++,
						timestamp: Date.now(),
					},
					type === "pageview",
				);
			}),
		pageview: () =>
			whenStarted(() => {
				leave();
				const now = address();
				// Within a page the browser's referrer stays that of the load.
				if (tracker.hasMoved())
					referrer = location.origin + (maskOf(seen.pathname) ?? seen.pathname);
				seen = now;
				tracker.track("pageview", {});
			}),
		renew: () => {
			// What is left to say of the load before belongs to its own page id.
			leave();
			pageId = newPageId();
			sequence = 0;
		},
		hasMoved: () => textOf(address()) !== textOf(seen),
		onLeave: (call) => leaving.push(call),
		beforeEvent: (call) => {
			settle = call;
		},
		whenStarted,
		setUserId: (id) => {
			if (isOff) return;
			userId = `${id}`.slice(0, MAX_LENGTH.userId);
			stored((storage) =>
				userId ? storage.setItem(userIdKey, userId) : storage.removeItem(userIdKey),
			);
		},
		userId: () => userId,
		start: (known, captures) =>
			onActivation(() => {
				const calls = early ?? [];
				early = undefined;
				if (isOff) return;
				settings = known;
				referrer = document.referrer;
				seen = address();
				outbox = createOutbox(`${host}/track`, `${namespace}-outbox-`, pageId);
				undos = captures.map((capture) => capture(tracker));
				undos.push(
					onHidden(() => {
						leave();
						outbox.leave();
					}),
				);
				for (const call of calls) call();
			}),
		stop: () => {
			isOff = true;
			for (const undo of undos) undo();
		},
	};
	return tracker;
};
