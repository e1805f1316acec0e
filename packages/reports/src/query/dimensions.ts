import { EVENT_ORDER } from "@footfall/store";
import type { Bind } from "./binding.ts";

/** The order of a session's events as one number. */
export const ORDER = EVENT_ORDER;

/** An id as the wire has it: 16 lower-case hex characters. */
export const hexId = (column: string) => `leftPad(lower(hex(${column})), 16, '0')`;

/** The id of a device, and only of one: a text of this form may be such an id. */
export const DEVICE_ID = /^[0-9a-f]{16}$/;

/** The session's channel: that of its first event that came from somewhere, else that of its first event. */
export const SESSION_CHANNEL = `multiIf(
    countIf(channel NOT IN ('Direct', 'Internal', '')) > 0, argMinIf(channel, ${ORDER}, channel NOT IN ('Direct', 'Internal', '')),
    argMin(channel, ${ORDER}) != '', argMin(channel, ${ORDER}),
    'Direct')`;
export const SESSION_ENTRY_PAGE = `argMinIf(pathname, ${ORDER}, pathname != '')`;
export const SESSION_EXIT_PAGE = `argMaxIf(pathname, ${ORDER}, pathname != '')`;
export const SESSION_DURATION_MS =
	"(toUnixTimestamp64Milli(max(timestamp)) - toUnixTimestamp64Milli(min(timestamp)))";

/** Whether it is known where an event is from: a place that is not is stored as 0°, 0°. */
export const IS_PLACED = "(lat != 0 OR lon != 0)";

/** Name and version as one text; the name alone where it comes without a version, "" where there is no name. */
const versioned = (name: string, version: string) =>
	`if(${name} = '' OR ${version} = '', ${name}, concat(${name}, ' ', ${version}))`;

/** A property of the event as text: a JSON text without its quotes, anything else as JSON has it, "" for none. */
const property = (key: string) =>
	`multiIf(JSONType(properties, ${key}) = 'String', JSONExtractString(properties, ${key}), JSONType(properties, ${key}) = 'Null', '', JSONExtractRaw(properties, ${key}))`;

/** Text dimensions of one event. Where a fact is unknown, they are "". */
const TEXT: Record<string, string> = {
	browser: "browser",
	browser_version: versioned("browser", "browser_version"),
	operating_system: "operating_system",
	// Windows 11 calls itself 10, so nobody can tell the two apart.
	operating_system_version: versioned(
		"operating_system",
		"if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version)",
	),
	language: "language",
	country: "country",
	region: "region",
	city: "if(city = '', '', concat(region, '-', city))",
	device_type: "device_type",
	referrer: "referrer_domain",
	hostname: "hostname",
	pathname: "pathname",
	page_title: "page_title",
	querystring: "querystring",
	utm_source: "url_parameters['utm_source']",
	utm_medium: "url_parameters['utm_medium']",
	utm_campaign: "url_parameters['utm_campaign']",
	utm_term: "url_parameters['utm_term']",
	utm_content: "url_parameters['utm_content']",
	dimensions:
		"if(screen_width = 0 OR screen_height = 0, '', concat(toString(screen_width), 'x', toString(screen_height)))",
	timezone: "timezone",
	tag: "tag",
	asn_org: "asn_org",
};

/** What a filter or a breakdown is about, and where its value is found. */
export type Dimension =
	| { on: "event"; kind: "text" | "property"; sql: (bind: Bind) => string }
	| { on: "event"; kind: "coordinate"; sql: (bind: Bind) => string }
	| { on: "event"; kind: "user" }
	/** One value per session, from all its events in the range. */
	| { on: "session"; kind: "text" | "channel" | "seconds"; sql: (bind: Bind) => string }
	/** A session counts when any of its events does. */
	| { on: "any-event-of-session"; kind: "text"; sql: (bind: Bind) => string };

const SESSION: Record<string, Dimension> = {
	channel: { on: "session", kind: "channel", sql: () => SESSION_CHANNEL },
	entry_page: { on: "session", kind: "text", sql: () => SESSION_ENTRY_PAGE },
	exit_page: { on: "session", kind: "text", sql: () => SESSION_EXIT_PAGE },
	session_duration: {
		on: "session",
		kind: "seconds",
		sql: () => `(${SESSION_DURATION_MS} / 1000)`,
	},
	event_name: { on: "any-event-of-session", kind: "text", sql: () => "event_name" },
};

const FEATURE_FLAG = /^feature_flag:([A-Za-z][A-Za-z0-9_.:-]{0,99})$/;
const URL_PARAMETER = /^url_param:(.{1,256})$/su;
const PROPERTY = /^prop:(.{1,256})$/su;

/** The dimension of a parameter's name; `undefined` for a name that is none. */
export const dimensionOf = (parameter: string): Dimension | undefined => {
	if (Object.hasOwn(SESSION, parameter)) return SESSION[parameter];
	const text = Object.hasOwn(TEXT, parameter) ? TEXT[parameter] : undefined;
	if (text !== undefined) return { on: "event", kind: "text", sql: () => text };
	if (parameter === "lat" || parameter === "lon")
		return { on: "event", kind: "coordinate", sql: () => parameter };
	if (parameter === "user_id") return { on: "event", kind: "user" };
	const flag = FEATURE_FLAG.exec(parameter)?.[1];
	if (flag !== undefined)
		return { on: "event", kind: "text", sql: (bind) => `feature_flags[${bind(flag, "String")}]` };
	const name = URL_PARAMETER.exec(parameter)?.[1]?.toLowerCase();
	if (name !== undefined)
		return { on: "event", kind: "text", sql: (bind) => `url_parameters[${bind(name, "String")}]` };
	const key = PROPERTY.exec(parameter)?.[1];
	if (key !== undefined)
		return { on: "event", kind: "property", sql: (bind) => property(bind(key, "String")) };
	return undefined;
};
