import { createHash } from "node:crypto";
import { MAX_LENGTH } from "@footfall/shared/limits";
import type { NamedSite, StoringAct } from "./client-act.ts";
import {
	fieldsOf,
	ipAddressOf,
	pageFieldsOf,
	pixelsOf,
	propertiesOf,
	refundOf,
	textOf,
	traitsOf,
} from "./field-values.ts";
import type { JsonObject } from "./json-object.ts";

/** The kinds of messages of Segment's libraries. */
export const SEGMENT_CALLS = ["track", "page", "screen", "identify", "group", "alias"] as const;
export type SegmentCall = (typeof SEGMENT_CALLS)[number];

const isCall = (value: unknown): value is SegmentCall =>
	(SEGMENT_CALLS as readonly unknown[]).includes(value);

/** Message ids may have up to 100 characters there; a longer one than ours becomes a hash of as many. */
const eventIdOf = (messageId: unknown): string | undefined =>
	typeof messageId === "string" && messageId.length > MAX_LENGTH.eventId
		? createHash("sha256").update(messageId).digest("hex")
		: textOf(messageId, MAX_LENGTH.eventId);

/** ms since the epoch; `undefined` for text that is not a date in ISO 8601. */
const timeOf = (value: unknown): number | undefined => {
	if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
	if (typeof value !== "string" || value.length > 40 || !/^\d{4}-\d\d/.test(value))
		return undefined;
	const time = Date.parse(value);
	return Number.isNaN(time) ? undefined : time;
};

/** The query string of a campaign that a library names apart from the page's address. */
const campaignQuery = (campaign: JsonObject): string | undefined => {
	const query = new URLSearchParams();
	for (const [field, parameter] of [
		["source", "utm_source"],
		["medium", "utm_medium"],
		["name", "utm_campaign"],
		["term", "utm_term"],
		["content", "utm_content"],
	] as const) {
		const value = textOf(campaign[field], MAX_LENGTH.tag);
		if (value !== undefined) query.set(parameter, value);
	}
	return query.size === 0 ? undefined : `?${query}`;
};

/** The page of a message: as `page` states it, else as the library found it. */
const pageOf = (stated: JsonObject, context: JsonObject, { fragments }: NamedSite): JsonObject => {
	const found = fieldsOf(context["page"]);
	const page = (name: string) => stated[name] ?? found[name];
	const { hostname, pathname, querystring } = pageFieldsOf(page("url") ?? page("path"), fragments);
	return {
		hostname,
		pathname: pathname ?? textOf(page("path"), MAX_LENGTH.pathname),
		querystring:
			querystring ||
			textOf(page("search"), MAX_LENGTH.querystring) ||
			campaignQuery(fieldsOf(context["campaign"])),
		page_title: textOf(page("title"), MAX_LENGTH.pageTitle),
		referrer: textOf(page("referrer"), MAX_LENGTH.referrer),
	};
};

/** Who sent a message: a library that names no visitor, such as a server's, names the user instead. */
const senderOf = ({ anonymousId, userId }: JsonObject, context: JsonObject): JsonObject => ({
	anonymous_id:
		textOf(anonymousId, MAX_LENGTH.anonymousId) ?? textOf(userId, MAX_LENGTH.anonymousId),
	user_id: textOf(userId, MAX_LENGTH.userId),
	ip_address: ipAddressOf(context["ip"]),
	user_agent: textOf(context["userAgent"], MAX_LENGTH.userAgent),
});

const eventOf = (
	site: NamedSite,
	message: JsonObject,
	page: JsonObject,
	own: JsonObject,
): StoringAct => {
	const context = fieldsOf(message["context"]);
	const screen = fieldsOf(context["screen"]);
	return {
		kind: "event",
		candidate: {
			site_id: site.id,
			id: eventIdOf(message["messageId"]),
			timestamp: timeOf(message["originalTimestamp"] ?? message["timestamp"]),
			sent_at: timeOf(message["sentAt"]),
			...senderOf(message, context),
			...pageOf(page, context, site),
			language: textOf(context["locale"], MAX_LENGTH.language),
			screenWidth: pixelsOf(screen["width"]),
			screenHeight: pixelsOf(screen["height"]),
			device_model: textOf(fieldsOf(context["device"])["model"], MAX_LENGTH.tag),
			app_version: textOf(fieldsOf(context["app"])["version"], MAX_LENGTH.tag),
			...own,
		},
	};
};

const identifyOf = (site: NamedSite, message: JsonObject, own: JsonObject): StoringAct => ({
	kind: "identify",
	candidate: { site_id: site.id, ...senderOf(message, fieldsOf(message["context"])), ...own },
});

/** Segment's names for an order and its refund. */
const moneyOf = (event: unknown, properties: JsonObject): JsonObject => {
	const { revenue, total, currency, order_id } = properties;
	if (event === "Order Completed")
		return { revenue: revenue ?? total, currency, order_id: order_id ?? properties["orderId"] };
	if (event === "Order Refunded")
		return { revenue: refundOf(total ?? revenue), currency, order_id };
	return {};
};

type ReadCall = (site: NamedSite, message: JsonObject) => StoringAct;

const readPage: ReadCall = (site, message) => {
	const {
		path: _path,
		referrer: _referrer,
		search: _search,
		title: _title,
		url: _url,
		...others
	} = fieldsOf(message["properties"]);
	const { name, category } = message;
	return eventOf(site, message, fieldsOf(message["properties"]), {
		type: "pageview",
		properties: propertiesOf({ name, category, ...others }),
	});
};

/** A view in an app: its name stands for the path. */
const readScreen: ReadCall = (site, message) => {
	const name = textOf(message["name"], MAX_LENGTH.pageTitle) ?? "";
	return eventOf(
		site,
		message,
		{ title: name },
		{
			type: "pageview",
			pathname: name.startsWith("/") ? name : `/${name}`,
			properties: propertiesOf(fieldsOf(message["properties"])),
		},
	);
};

const readTrack: ReadCall = (site, message) => {
	const { event } = message;
	const properties = fieldsOf(message["properties"]);
	return eventOf(
		site,
		message,
		{},
		{
			type: "custom_event",
			event_name: textOf(event, MAX_LENGTH.eventName),
			properties: propertiesOf(properties),
			...moneyOf(event, properties),
		},
	);
};

const readIdentify: ReadCall = (site, message) =>
	identifyOf(site, message, { traits: traitsOf(fieldsOf(message["traits"])) });

/** A group is a trait of its members: `group_id`, and its own traits with that prefix. */
const readGroup: ReadCall = (site, message) => {
	const own = Object.entries(fieldsOf(message["traits"]));
	const traits = {
		...Object.fromEntries(own.map(([name, value]) => [`group_${name}`, value])),
		group_id: message["groupId"],
	};
	return identifyOf(site, message, { traits: traitsOf(traits), is_new_identify: false });
};

/** Another name for somebody: who was known by the previous id is this user. */
const readAlias: ReadCall = (site, message) =>
	identifyOf(site, message, {
		anonymous_id: textOf(message["previousId"], MAX_LENGTH.anonymousId),
	});

const READ: Readonly<Record<SegmentCall, ReadCall>> = {
	track: readTrack,
	page: readPage,
	screen: readScreen,
	identify: readIdentify,
	group: readGroup,
	alias: readAlias,
};

/**
 * A message of Segment's libraries in our terms. Accepts any value and never throws; what is no message becomes an event
 * that its check refuses.
 * @param call the kind of message by the path; in a batch, each message names its own
 */
export const segmentAct = (
	site: NamedSite,
	call: SegmentCall | undefined,
	value: unknown,
): StoringAct => {
	const message = fieldsOf(value);
	const kind = call ?? message["type"];
	return isCall(kind)
		? READ[kind](site, message)
		: { kind: "event", candidate: { site_id: site.id, type: kind } };
};

/** What a batch may say for all of its messages. Only these: copying a hostile context for each message takes minutes. */
const CONTEXT_FIELDS = ["page", "locale", "userAgent", "ip", "screen", "campaign", "device", "app"];

const mergedContext = (shared: JsonObject, own: JsonObject): JsonObject =>
	Object.fromEntries(CONTEXT_FIELDS.map((name) => [name, own[name] ?? shared[name]]));

/** The messages in a batch, with what it states for all of them; `undefined` for a body without a list. */
export const segmentBatch = (body: unknown): JsonObject[] | undefined => {
	const { batch, sentAt, context } = fieldsOf(body);
	if (!Array.isArray(batch)) return undefined;
	const shared = fieldsOf(context);
	return batch.map((value: unknown) => {
		const message = fieldsOf(value);
		return { sentAt, ...message, context: mergedContext(shared, fieldsOf(message["context"])) };
	});
};
