import { MAX_LENGTH, MAX_MEASURE } from "@footfall/shared/limits";
import type { NamedSite, StoringAct } from "./client-act.ts";
import {
	fieldsOf,
	ipAddressOf,
	pageFieldsOf,
	propertiesOf,
	refundOf,
	screenOf,
	textOf,
	traitsOf,
} from "./field-values.ts";
import { isJsonObject, type JsonObject } from "./json-object.ts";

/** What Google's validation server says about a payload. */
export interface ValidationMessage {
	fieldPath: string;
	description: string;
	validationCode:
		| "VALUE_INVALID"
		| "VALUE_REQUIRED"
		| "NAME_INVALID"
		| "NAME_RESERVED"
		| "EXCEEDED_MAX_ENTITIES";
}

const MAX_EVENTS = 25;
const MAX_NAME_CHARACTERS = 40;

/** Names that Google's own libraries send. */
const RESERVED: ReadonlySet<string> = new Set([
	"ad_activeview",
	"ad_click",
	"ad_exposure",
	"ad_query",
	"ad_reward",
	"adunit_exposure",
	"app_clear_data",
	"app_exception",
	"app_install",
	"app_remove",
	"app_store_refund",
	"app_update",
	"app_upgrade",
	"error",
	"first_open",
	"first_visit",
	"os_update",
	"session_start",
]);

const message = (
	validationCode: ValidationMessage["validationCode"],
	fieldPath: string,
	description: string,
): ValidationMessage => ({ fieldPath, description, validationCode });

const NOT_AN_OBJECT = message(
	"VALUE_INVALID",
	"",
	"Unable to parse Measurement Protocol JSON payload.",
);

/** What is wrong with an event; Google shows only the first fault. */
const faultInEvent = (value: unknown, index: number): ValidationMessage | undefined => {
	const at = `Event at index: [${index}]`;
	if (!isJsonObject(value)) return message("VALUE_INVALID", "events", `${at} must be an object.`);
	const { name, params } = value;
	if (typeof name !== "string" || name === "")
		return message("VALUE_REQUIRED", "events", `${at} requires a name.`);
	const shown = `[${name.slice(0, MAX_NAME_CHARACTERS)}]`;
	if (!/^\p{L}/u.test(name))
		return message(
			"NAME_INVALID",
			"events",
			`${at} has invalid name ${shown}. Names must start with an alphabetic character.`,
		);
	if (!/^[\p{L}\p{N}_]+$/u.test(name))
		return message(
			"NAME_INVALID",
			"events",
			`${at} has invalid name ${shown}. Only alphanumeric characters and underscores are allowed.`,
		);
	if (name.length > MAX_NAME_CHARACTERS)
		return message(
			"NAME_INVALID",
			"events",
			`${at} has invalid name ${shown}. Names must be ${MAX_NAME_CHARACTERS} characters or fewer.`,
		);
	if (RESERVED.has(name))
		return message("NAME_RESERVED", "events", `${at} has name ${shown} which is reserved.`);
	if (params !== undefined && !isJsonObject(params))
		return message("VALUE_INVALID", `events.params`, `${at} has params that are not an object.`);
	return undefined;
};

/** What is wrong with a payload as a whole; its events are not looked at then. */
const faultInPayload = (body: unknown): ValidationMessage | undefined => {
	if (!isJsonObject(body)) return NOT_AN_OBJECT;
	const { client_id, app_instance_id, events } = body;
	if (textOf(client_id ?? app_instance_id, 1) === undefined)
		return message("VALUE_REQUIRED", "client_id", "Measurement requires a client_id.");
	if (!Array.isArray(events) || events.length === 0)
		return message("VALUE_REQUIRED", "events", "Measurement requires at least one event.");
	if (events.length > MAX_EVENTS)
		return message(
			"EXCEEDED_MAX_ENTITIES",
			"events",
			`Measurement has ${events.length} events. The maximum is ${MAX_EVENTS}.`,
		);
	return undefined;
};

/** The answer of `/debug/mp/collect`: what is wrong with a payload, and nothing if it is valid. */
export const validationMessagesOf = (body: unknown): ValidationMessage[] => {
	const fault = faultInPayload(body);
	if (fault !== undefined) return [fault];
	return (fieldsOf(body)["events"] as unknown[]).flatMap(
		(event, index) => faultInEvent(event, index) ?? [],
	);
};

/** ms since the epoch. */
const timeOf = (micros: unknown): number | undefined => {
	const number = typeof micros === "string" ? Number(micros) : micros;
	return typeof number === "number" && Number.isFinite(number) && number > 0
		? Math.round(number / 1000)
		: undefined;
};

const moneyOf = (name: string, { value, currency, transaction_id }: JsonObject): JsonObject => {
	if (name === "purchase") return { revenue: value, currency, order_id: transaction_id };
	if (name === "refund") return { revenue: refundOf(value), currency, order_id: transaction_id };
	return {};
};

const visibleMsOf = (milliseconds: unknown): number => {
	const number = Number(milliseconds);
	return number >= 0 ? Math.min(number, MAX_MEASURE.visibleMs) : 0;
};

/** The fields that only some events have. */
const ownFieldsOf = (name: string, params: JsonObject): JsonObject => {
	const {
		page_location: _location,
		page_title: _title,
		page_referrer: _referrer,
		session_id: _session,
		engagement_time_msec,
		debug_mode: _debug,
		...properties
	} = params;
	if (name === "user_engagement")
		return { type: "engagement", ms_visible: visibleMsOf(engagement_time_msec) };
	const type = name === "page_view" ? "pageview" : "custom_event";
	return {
		type,
		...(type === "custom_event" && { event_name: name }),
		properties: propertiesOf(properties),
		...moneyOf(name, params),
	};
};

/** What all events of a payload have in common. */
const senderOf = (site: NamedSite, body: JsonObject): JsonObject & { site_id: string } => {
	const { client_id, app_instance_id, user_id, ip_override, user_agent } = body;
	return {
		site_id: site.id,
		anonymous_id: textOf(client_id ?? app_instance_id, MAX_LENGTH.anonymousId),
		user_id: textOf(user_id, MAX_LENGTH.userId),
		ip_address: ipAddressOf(ip_override),
		user_agent: textOf(user_agent, MAX_LENGTH.userAgent),
	};
};

/** The user's properties, `{"plan": {"value": "pro"}}`, as traits: they need a user. */
const identifyOf = (sender: JsonObject & { site_id: string }, body: JsonObject): StoringAct[] => {
	const properties = Object.entries(fieldsOf(body["user_properties"]));
	if (properties.length === 0 || sender["user_id"] === undefined) return [];
	const values = properties.map(([name, value]) => [name, fieldsOf(value)["value"]]);
	const traits = traitsOf(Object.fromEntries(values));
	return [{ kind: "identify", candidate: { ...sender, traits } }];
};

/**
 * The events of a payload of the Measurement Protocol in our terms. Accepts any value and never throws; what Google would
 * not process becomes an event that its check refuses.
 */
export const googleActs = (site: NamedSite, payload: unknown): StoringAct[] => {
	const refused: StoringAct = { kind: "event", candidate: { site_id: site.id } };
	if (faultInPayload(payload) !== undefined) return [refused];
	const body = fieldsOf(payload);
	const sender = senderOf(site, body);
	const { language, screen_resolution, model } = fieldsOf(body["device"]);
	const events = (body["events"] as unknown[]).map((value, index): StoringAct => {
		if (faultInEvent(value, index) !== undefined) return refused;
		const event = fieldsOf(value);
		const params = fieldsOf(event["params"]);
		return {
			kind: "event",
			candidate: {
				...sender,
				timestamp: timeOf(event["timestamp_micros"] ?? body["timestamp_micros"]),
				...pageFieldsOf(params["page_location"], site.fragments),
				page_title: textOf(params["page_title"], MAX_LENGTH.pageTitle),
				referrer: textOf(params["page_referrer"], MAX_LENGTH.referrer),
				language: textOf(language ?? params["language"], MAX_LENGTH.language),
				...screenOf(screen_resolution ?? params["screen_resolution"]),
				device_model: textOf(model, MAX_LENGTH.tag),
				...ownFieldsOf(String(event["name"]), params),
			},
		};
	});
	return [...identifyOf(sender, body), ...events];
};
