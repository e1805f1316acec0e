import { jsonValue } from "@footfall/shared/json-value";
import { MAX_LENGTH } from "@footfall/shared/limits";
import { errorProperties } from "../compact-wire/compact-properties.ts";
import type { NamedSite, StoringAct } from "./client-act.ts";
import {
	fieldsOf,
	ipAddressOf,
	pageFieldsOf,
	propertiesOf,
	screenOf,
	textOf,
} from "./field-values.ts";
import type { JsonObject } from "./json-object.ts";

/** How long a page was visible per heartbeat, which does not say: the interval of matomo.js unless a page sets another. */
const HEARTBEAT_MS = 15_000;

/** A number, also as text; `undefined` for anything else: matomo.js writes `undefined` for an amount that it lacks. */
const numberOf = (value: unknown): number | undefined => {
	const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
	return typeof number === "number" && Number.isFinite(number) ? number : undefined;
};

/** Trimmed, as Matomo compares categories and actions. */
const labelOf = (value: unknown): string | undefined =>
	textOf(typeof value === "string" ? value.trim() : value, MAX_LENGTH.eventName);

/** ms since the epoch of a Unix time, or of a time in UTC such as `2026-04-05 00:11:42`. */
const timeOf = (value: unknown): number | undefined => {
	const text = textOf(value, 40) ?? "";
	if (/^\d{9,11}$/.test(text)) return Number(text) * 1000;
	const [, date, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)$/.exec(text) ?? [];
	const at = Date.parse(`${date}T${time}Z`);
	return Number.isNaN(at) ? undefined : at;
};

/** Custom variables: `{"1": ["name", "value"]}`. */
const variablesOf = (json: unknown): JsonObject => {
	const slots = Object.values(fieldsOf(typeof json === "string" ? jsonValue(json) : json));
	return Object.fromEntries(
		slots.flatMap((slot) =>
			Array.isArray(slot) && slot[0] !== "" ? [[String(slot[0]), slot[1]]] : [],
		),
	);
};

/** Custom dimensions and variables, by their names there. */
const customOf = (request: JsonObject): JsonObject => ({
	...variablesOf(request["_cvar"]),
	...variablesOf(request["cvar"]),
	...Object.fromEntries(
		Object.entries(request).filter(([name]) => /^dimension\d{1,3}$/.test(name)),
	),
});

/** Items of an order or a cart: `[sku, name, category, price, quantity]` each. */
const itemsOf = (json: unknown): unknown => {
	const items = typeof json === "string" ? jsonValue(json) : json;
	if (!Array.isArray(items) || items.length === 0) return undefined;
	return items.map((item: unknown) => {
		const [sku, name, category, price, quantity] = Array.isArray(item) ? item : [item];
		return { sku, name, category, price, quantity };
	});
};

/** What a request reports: the type of our event, and the fields that only this type has. */
type Kind = (request: JsonObject, custom: JsonObject) => JsonObject;

const customEvent = (name: string | undefined, properties: JsonObject, money: JsonObject = {}) => ({
	type: "custom_event",
	event_name: name,
	properties: propertiesOf(properties),
	...money,
});

const ecommerce: Kind = (request, custom) => {
	const { ec_id, revenue, ec_items, ec_st, ec_tx, ec_sh, ec_dt } = request;
	const about = {
		items: itemsOf(ec_items),
		subtotal: numberOf(ec_st),
		tax: numberOf(ec_tx),
		shipping: numberOf(ec_sh),
		discount: numberOf(ec_dt),
		...custom,
	};
	const orderId = textOf(ec_id, MAX_LENGTH.orderId);
	return orderId === undefined
		? customEvent("cart_update", { total: numberOf(revenue), ...about })
		: customEvent(
				"order",
				{ order_id: orderId, revenue: numberOf(revenue), ...about },
				{ revenue, order_id: orderId },
			);
};

const goal: Kind = ({ idgoal, revenue }, custom) =>
	customEvent(`goal_${textOf(idgoal, 20)}`, custom, { revenue });

const event: Kind = ({ e_c, e_a, e_n, e_v }, custom) =>
	customEvent(labelOf(e_a), {
		category: labelOf(e_c),
		name: labelOf(e_n),
		value: numberOf(e_v),
		...custom,
	});

const content: Kind = ({ c_n, c_p, c_t, c_i }, custom) =>
	customEvent(c_i === undefined ? "content_impression" : "content_interaction", {
		name: c_n,
		piece: c_p,
		target: c_t,
		interaction: c_i,
		...custom,
	});

const crash: Kind = ({ cra, cra_st, cra_tp, cra_ru, cra_rl, cra_rc }, custom) => ({
	type: "error",
	event_name: textOf(cra_tp, MAX_LENGTH.eventName) ?? "Error",
	properties: propertiesOf(
		{
			...errorProperties([cra, cra_st]),
			fileName: cra_ru,
			lineNumber: numberOf(cra_rl),
			columnNumber: numberOf(cra_rc),
			...custom,
		},
		MAX_LENGTH.errorProperties,
	),
});

const view: Kind = ({ _pks, _pkn, _pkc, _pkp }, custom) => ({
	type: "pageview",
	properties: propertiesOf({
		product_sku: _pks,
		product_name: _pkn,
		product_category: _pkc,
		product_price: numberOf(_pkp),
		...custom,
	}),
});

/** The parameter that distinguishes each kind, in the order in which Matomo looks for them. */
const KINDS: readonly (readonly [parameter: string, kind: Kind])[] = [
	["ping", () => ({ type: "engagement", ms_visible: HEARTBEAT_MS })],
	[
		"idgoal",
		(request, custom) => (String(request["idgoal"]) === "0" ? ecommerce : goal)(request, custom),
	],
	["cra", crash],
	["e_c", event],
	["e_a", event],
	["c_n", content],
	[
		"link",
		({ link }, custom) => ({
			type: "outbound",
			properties: propertiesOf({ url: link, ...custom }),
		}),
	],
	["download", ({ download }, custom) => customEvent("download", { url: download, ...custom })],
	[
		"search",
		({ search, search_cat, search_count }, custom) =>
			customEvent("site_search", {
				keyword: search,
				category: search_cat,
				count: numberOf(search_count),
				...custom,
			}),
	],
	// Sent with actions of plugins, so that a server without the plugin does not take them for views.
	["ca", () => ({ type: undefined })],
];

const ownFieldsOf = (request: JsonObject): JsonObject => {
	const isSent = (parameter: string) => textOf(request[parameter], 1) !== undefined;
	const [, kind = view] = KINDS.find(([parameter]) => isSent(parameter)) ?? [];
	return kind(request, customOf(request));
};

/** More than any client sends; the rest of a hostile text costs nothing. */
const MAX_PARAMETERS = 300;

/** The parameters of a query string, or of a form's body. */
export const parametersOf = (text: string): JsonObject =>
	Object.fromEntries(new URLSearchParams(text.split("&", MAX_PARAMETERS).join("&")));

/**
 * A request of Matomo's clients in our terms. Accepts any value and never throws; what Matomo would not count becomes an
 * event that its check refuses.
 * @param request its parameters
 * @param sender what its headers say: the language, which matomo.js does not send; and our time, in ms since the epoch
 */
export const matomoAct = (
	site: NamedSite,
	request: JsonObject,
	{ language, now }: { language: string | undefined; now: number },
): StoringAct => {
	const isCounted = textOf(request["rec"], 2) === "1";
	if (!isCounted) return { kind: "event", candidate: { site_id: site.id } };
	return {
		kind: "event",
		candidate: {
			site_id: site.id,
			timestamp: timeOf(request["cdt"]),
			// By which an event without a token counts as late, rather than as of now.
			sent_at: now,
			...pageFieldsOf(request["url"], site.fragments),
			page_title: textOf(request["action_name"], MAX_LENGTH.pageTitle),
			referrer: textOf(request["urlref"], MAX_LENGTH.referrer),
			language: textOf(request["lang"], 200)?.split(/[,;]/, 1)[0]?.trim() ?? language,
			...screenOf(request["res"]),
			page_id: textOf(request["pv_id"], MAX_LENGTH.pageId),
			anonymous_id: textOf(request["cid"] ?? request["_id"], MAX_LENGTH.anonymousId),
			user_id: textOf(request["uid"], MAX_LENGTH.userId),
			ip_address: ipAddressOf(request["cip"]),
			user_agent: textOf(request["ua"], MAX_LENGTH.userAgent),
			...ownFieldsOf(request),
		},
	};
};

/** The requests in a bulk body, with the token that authorizes them; `undefined` for a body without a list. */
export const matomoBulk = (body: unknown) => {
	const { requests, token_auth, send_image } = fieldsOf(body);
	if (!Array.isArray(requests)) return undefined;
	return {
		requests: requests.map((request: unknown) =>
			typeof request === "string"
				? parametersOf(request.slice(request.indexOf("?") + 1))
				: fieldsOf(request),
		),
		token: textOf(token_auth, MAX_LENGTH.userAgent),
		isQuiet: String(send_image) === "0",
	};
};
