import { nativeProperty } from "../browser/native-property.ts";
import { ignoreRoutes, trackedAddress } from "../browser/page-address.ts";
import { withStorage } from "../browser/with-storage.ts";
import { event, identify, setTraits } from "../core/calls.ts";
import type { Tag } from "../core/config.ts";
import { pageview, whenStarted } from "../core/tracker.ts";
import type { Properties } from "../event/event-properties.ts";
import type { Product } from "./install-compatible.ts";
import { type Overrides, type ShownEvent, sendWith, shownReferrer, urlOf } from "./shown-event.ts";

// Responds to Umami's calls and attributes, for pages that were built for it.

/** An event or a view under Umami's names. */
interface Payload {
	url?: string;
	title?: string;
	referrer?: string;
	tag?: string | undefined;
	/** Absent for a view. */
	name?: string | undefined;
	data?: Properties | undefined;
	/** The user, when one is identified. */
	id?: string | undefined;
	[other: string]: unknown;
}
type Falsy = false | null | undefined;
type Tracked = string | Payload | ((payload: Payload) => Payload | Falsy);

const page = window as unknown as Record<string, unknown> & {
	umami?: { track?: unknown; identify: unknown };
};

const PREFIX = "data-umami-event";

/** A tag with Umami's attributes in place of ours. */
export const withOwnNames = (tag: HTMLScriptElement): Tag => {
	const { src, dataset } = tag;
	const { host = dataset["hostUrl"], siteId } = dataset;
	const names: Record<string, string> = {};
	if (host) names["host"] = host;
	// Without another id, the page has put our site's id in place of theirs.
	const id = siteId || (/[?&]site[-_]?id=/i.test(src) ? "" : dataset["websiteId"]);
	if (id) names["siteId"] = id;
	return {
		src,
		dataset: { ...dataset, ...names },
		getAttribute: (name) => tag.getAttribute(name),
	};
};

const doesNotWantTracking = () => {
	const signal = navigator.doNotTrack ?? (window as unknown as Navigator).doNotTrack;
	return /^(1|yes)$/.test(`${signal}`);
};

type PageFields = Omit<ShownEvent, "type" | "name" | "properties">;

const payloadOf = (
	{ url, title, referrer, tag }: PageFields,
	website: string | undefined,
): Payload => ({
	website,
	hostname: location.hostname,
	language: navigator.language,
	screen: `${screen.width}x${screen.height}`,
	title,
	url,
	referrer,
	tag: tag || undefined,
});

/**
 * The payload as returned by the page's function of that name.
 * @throws Error if there is no such function: sending nothing is better than sending what it should hide
 */
const leftBy = (
	name: string | undefined,
	type: "event" | "identify",
	payload: Payload,
): Payload | Falsy => {
	if (!name) return payload;
	const beforeSend = page[name];
	if (typeof beforeSend !== "function")
		throw new Error(`data-before-send: ${name} is no function of the page`);
	const left = beforeSend(type, payload);
	if (typeof left?.then === "function")
		throw new Error(`data-before-send: ${name} must return at once`);
	return left;
};

/** Umami's side of a tag. */
export const umamiOf = ({ dataset }: Tag): Product => {
	const { beforeSend, websiteId } = dataset;
	const isSet = (name: string) => dataset[name] === "true";
	const isAutomatic = dataset["autoTrack"] !== "false";

	/** The page's actual values. */
	const currentPayload = () =>
		payloadOf(
			{
				url: urlOf(trackedAddress()),
				title: nativeProperty("title"),
				referrer: shownReferrer(nativeProperty("referrer")),
				tag: dataset["tag"] ?? "",
			},
			websiteId,
		);

	const send = ({ name, data, ...overrides }: Payload) => {
		const { url, title, referrer, tag }: Overrides = overrides;
		const said = { url, title, referrer, tag };
		if (name) sendWith("custom_event", said, () => event(name, data));
		else sendWith("pageview", { ...said, properties: data }, pageview);
	};

	/**
	 * With a name it is an event; without one it is a page view. Payloads that a function drops are
	 * not sent. Resolves immediately.
	 */
	const track = async (tracked: Tracked = {}, data?: Properties) => {
		if (typeof tracked === "string") send({ name: tracked, data });
		else if (typeof tracked !== "function") send(tracked);
		else
			whenStarted(() => {
				const given = currentPayload();
				const payload = tracked({ ...given });
				if (!payload) return;
				const { name, data: properties } = payload;
				const said: Payload = { name, data: properties };
				for (const key of ["url", "title", "referrer", "tag"])
					if (payload[key] !== given[key]) said[key] = payload[key] ?? "";
				send(said);
			});
	};

	const identifyBy = async (user: string | (Properties & { id?: string }), traits?: Properties) =>
		whenStarted(() => {
			const isId = typeof user !== "object";
			const left = leftBy(beforeSend, "identify", {
				...currentPayload(),
				id: isId ? user : user.id,
				data: isId ? traits : user,
			});
			if (!left) return;
			if (left.id) identify(left.id, left.data);
			else if (left.data) setTraits(left.data);
		});

	const onClick = ({ target }: MouseEvent) => {
		const element = (target as Element).closest?.(`[${PREFIX}]`);
		const data: Record<string, string> = {};
		for (const { name, value } of element?.attributes ?? [])
			if (name.startsWith(`${PREFIX}-`)) data[name.slice(PREFIX.length + 1)] = value;
		if (element) track(element.getAttribute(PREFIX) ?? "", data);
	};

	return {
		publish: () => {
			if (page.umami?.track) return;
			page.umami = { track, identify: identifyBy };
			if (isAutomatic) addEventListener("click", onClick, true);
			if (dataset["distinctId"]) identifyBy(dataset["distinctId"]);
		},
		isOff: () =>
			!!withStorage((storage) => storage["umami.disabled"]) ||
			(isSet("doNotTrack") && doesNotWantTracking()),
		isManual: () => !isAutomatic || dataset["autoPageview"] === "false",
		adapt: (settings) => {
			if (isSet("excludeHash")) ignoreRoutes();
			return {
				...settings,
				...(isSet("excludeSearch") && { trackUrlParams: false }),
				...(isSet("excludeHash") && { trackUrlFragments: false }),
			};
		},
		change: (shown) => {
			const { type, name, properties } = shown;
			const payload = payloadOf(shown, websiteId);
			if (type !== "pageview") Object.assign(payload, { name: name || type, data: properties });
			else if (properties) payload.data = properties;
			const left = leftBy(beforeSend, "event", payload);
			return left
				? {
						type,
						name: type === "custom_event" ? (left.name ?? "") : name,
						url: left.url ?? "",
						title: left.title ?? "",
						referrer: left.referrer ?? "",
						tag: left.tag ?? "",
						properties: left.data,
					}
				: undefined;
		},
	};
};
