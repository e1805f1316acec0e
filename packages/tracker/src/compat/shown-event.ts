import { trackedAddress } from "../browser/page-address.ts";
import { followAddress } from "../capture/lazy-session-replay.ts";
import { configureFilter, whenStarted } from "../core/tracker.ts";
import { nameText, type Properties, propertiesJson } from "../event/event-properties.ts";
import type {
	BeforeSend,
	EventType,
	Filter,
	LateText,
	OutgoingEvent,
	RecordedEvent,
} from "../event/outgoing-event.ts";

// Other products let a page override where something happened, so that an address with a person's name or a token
// in it is never sent. A page's override for a view applies to every event that is sent from it.

/** An event as other products show it to pages. */
export interface ShownEvent {
	readonly type: EventType;
	name: string;
	/** Of the page; its path and query are sent. */
	url: string;
	title: string;
	referrer: string;
	tag: string;
	properties: Properties | undefined;
}

/** A page's overrides for one event. */
export interface Overrides {
	url?: string | undefined;
	title?: string | undefined;
	referrer?: string | undefined;
	tag?: string | undefined;
	properties?: Properties | undefined;
}

/** Lets a page change an event that already contains its own overrides, or drop it by returning nothing. */
export type Change = (event: ShownEvent, overrides: Overrides) => ShownEvent | undefined;

/** What is sent for a page. */
type Page = readonly [path: string, query: string, title: LateText, referrer: string];

/** Views by their real path and query: the page's overrides for each, and what was sent, unless it was dropped. */
const views = new Map<string, readonly [overrides: Overrides, sent: Page | undefined]>();
let current: readonly [type: EventType, overrides: Overrides] | undefined;

/** Calls `send` once the tracker has started; an event of this type that it sends gets the page's overrides. */
export const sendWith = (type: EventType, overrides: Overrides, send: () => void): void =>
	whenStarted(() => {
		current = [type, overrides];
		try {
			send();
		} finally {
			current = undefined;
		}
	});

/** A complete address, with a replaced fragment. */
export const urlOf = ([path, query]: readonly [string, string]): string =>
	location.origin + path.replace(/#.*|$/, (fragment) => query + fragment);

/** The page's own address may be one that a page hides, so an empty address becomes the site's root. */
const addressOf = (url: string) => trackedAddress(new URL(url ?? "", location.origin));

/** Another page of the site may have a hidden address. */
export const shownReferrer = (referrer: string): string =>
	referrer.startsWith(location.origin) ? location.origin : referrer;

const replaced = (json: string, page: Page) =>
	json.replaceAll(location.href.split("#")[0] as string, () => urlOf([page[0], page[1]]));

/** Passes events that the tag's own filter keeps to `change`. */
const filterBy =
	(hide: Filter, change: Change, isManual: boolean): Filter =>
	(recorded) => {
		const event = hide(recorded);
		if (!event) return undefined;
		const [
			type,
			pageId,
			sequence,
			path,
			query,
			title,
			referrer,
			tag,
			userId,
			name,
			json,
			measures,
		] = event;
		const as = (page: Page, tag: string, name: string, properties: string): RecordedEvent => [
			type,
			pageId,
			sequence,
			...page,
			tag,
			userId,
			name,
			properties,
			measures,
		];
		const real = recorded[3] + recorded[4];
		const view = views.get(real);
		if (!/^(pageview|custom_event)$/.test(type)) {
			// If the page counts its views itself, only the views determine the address.
			if (isManual && !view) return undefined;
			if (view) return view[1] && as(view[1], tag, name, replaced(json, view[1]));
		}
		const overrides = type === current?.[0] ? current[1] : {};
		// A view with its own address inherits nothing from the previous one.
		const said = type === "pageview" && overrides.url !== undefined ? {} : view?.[0];
		const url = overrides.url ?? said?.url;
		const ownTitle = overrides.title ?? said?.title;
		const ownReferrer = overrides.referrer ?? said?.referrer;
		const shown: ShownEvent = {
			type,
			name,
			url: url ?? urlOf([path, query]),
			title: ownTitle ?? title.toJSON(),
			referrer: ownReferrer ?? shownReferrer(referrer),
			tag: overrides.tag ?? tag,
			properties: overrides.properties ?? (json ? JSON.parse(json) : undefined),
		};
		const sent = change({ ...shown }, overrides);
		const isFound = url === undefined && sent?.url === shown.url;
		const page: Page | undefined = sent && [
			...(isFound ? ([path, query] as const) : addressOf(sent.url)),
			// Unless the page overrides its title, it may still change.
			ownTitle === undefined && sent.title === shown.title ? title : { toJSON: () => sent.title },
			sent.referrer,
		];
		if (type === "pageview") {
			views.set(real, [{ url, title: ownTitle, referrer: ownReferrer }, page]);
			followAddress();
		}
		if (!page || !sent) return undefined;
		const properties = propertiesJson(sent.properties, type);
		return as(page, nameText(sent.tag), nameText(sent.name), properties);
	};

/** The same for the recorder, which requests the address of a page: that of its view, if there was one. */
const beforeSendBy =
	(hide: BeforeSend | undefined, change: Change, isManual: boolean): BeforeSend =>
	(event) => {
		const real = event.pathname + event.querystring;
		const left: OutgoingEvent | undefined = hide ? hide(event) : event;
		if (!left) return undefined;
		const told = (page: readonly [string, string, ...unknown[]] | undefined) =>
			page && { ...left, pathname: page[0], querystring: page[1] };
		const view = views.get(real);
		if (view || isManual) return told(view?.[1]);
		const url = urlOf([left.pathname, left.querystring]);
		const sent = change(
			{
				type: "pageview",
				name: "",
				url,
				title: left.page_title,
				referrer: shownReferrer(left.referrer),
				tag: "",
				properties: undefined,
			},
			{},
		);
		return sent && (sent.url === url ? left : told(addressOf(sent.url)));
	};

/**
 * Passes all events to `change`. If the page counts its views itself, nothing else is sent from a
 * page before its view.
 */
export const showEventsTo = (change: Change, isManual: boolean): void =>
	configureFilter((hide, hidePage) => [
		filterBy(hide, change, isManual),
		beforeSendBy(hidePage, change, isManual),
	]);
