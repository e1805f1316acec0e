import { EVENT_ORDER, type SessionDayColumn } from "@footfall/store";
import type { Bind } from "./binding.ts";

/** The order of a session's events as one number. */
export const ORDER = EVENT_ORDER;

/** An id as the wire has it: 16 lower-case hex characters. */
export const hexId = (column: string) => `leftPad(lower(hex(${column})), 16, '0')`;

/** SQL for the id of the person behind an event: the site's own user where it named one, else the device. */
export const personSql = (shownId: string) =>
	`if(identified_user_id != '', ${shownId}, ${hexId("user_id")})`;

/** The same by the ids that the site gave, which visitors must not see. */
export const PERSON = personSql("identified_user_id");

/** The form of a device id. A user id that a site gave may have it, too. */
export const DEVICE_ID = /^[0-9a-f]{16}$/;

/** The number that the store has for an id of the wire, as decimal text; `undefined` for what is no such id. */
export const idNumberOf = (id: string): string | undefined =>
	DEVICE_ID.test(id) ? BigInt(`0x${id}`).toString() : undefined;

const IS_FROM_ELSEWHERE = "channel NOT IN ('Direct', 'Internal', '')";

/** The channel of the first or last event that came from elsewhere, or else of the first or last one. */
export const channelBy = (pick: "argMin" | "argMax") => `multiIf(
    countIf(${IS_FROM_ELSEWHERE}) > 0, ${pick}If(channel, ${ORDER}, ${IS_FROM_ELSEWHERE}),
    ${pick}(channel, ${ORDER}) != '', ${pick}(channel, ${ORDER}),
    'Direct')`;
export const SESSION_CHANNEL = channelBy("argMin");
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

/** A value by which events or sessions are filtered and broken down, and where it is found. */
export interface Dimension {
	/** A session has one value, from all its events in the range; or it counts when any of its events does. */
	on: "event" | "session" | "any-event-of-session";
	/** How filters compare the value. A text is "" where nothing is known. */
	kind: "text" | "property" | "coordinate" | "user" | "channel" | "seconds";
	/** The value: of a row of `events`, or of a session as an aggregate over its rows. */
	sql(bind: Bind): string;
	/** Columns of rolled-up rows by which such a row has its events' value. */
	rolledUp?: readonly SessionDayColumn[];
	/** Bots' requests have a value, too: filters take it, or breakdowns as well. */
	ofBots?: "filter" | "breakdown";
	/** No breakdown is by its values. */
	isFilterOnly?: true;
}

type Traits = Pick<Dimension, "rolledUp" | "ofBots" | "isFilterOnly">;

const ofEvent = (sql: string, traits: Traits = {}): Dimension => ({
	on: "event",
	kind: "text",
	sql: () => sql,
	...traits,
});
const column = (name: SessionDayColumn, traits: Traits = {}) =>
	ofEvent(name, { rolledUp: [name], ...traits });
const utm = (name: string) =>
	ofEvent(`url_parameters['${name}']`, { rolledUp: ["url_parameters"] });
const ofSession = (kind: Dimension["kind"], sql: string, traits: Traits = {}): Dimension => ({
	on: "session",
	kind,
	sql: () => sql,
	...traits,
});
const coordinate = (name: string): Dimension => ({
	...ofEvent(name, { ofBots: "filter" }),
	kind: "coordinate",
});

const bots = { ofBots: "breakdown" } as const;

/**
 * Every dimension by the name that filters and breakdowns give it. What they accept, refuse and describe derives from this
 * table, so a dimension whose column the store has needs a line here and no more.
 */
const DIMENSIONS = {
	browser: column("browser", bots),
	browser_version: ofEvent(versioned("browser", "browser_version"), {
		rolledUp: ["browser", "browser_version"],
		...bots,
	}),
	operating_system: column("operating_system", bots),
	operating_system_version: ofEvent(
		versioned(
			"operating_system",
			// Windows 11 calls itself 10, so nobody can tell the two apart.
			"if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version)",
		),
		{ rolledUp: ["operating_system", "operating_system_version"], ...bots },
	),
	language: column("language"),
	country: column("country", bots),
	region: column("region", bots),
	city: ofEvent("if(city = '', '', concat(region, '-', city))", {
		rolledUp: ["region", "city"],
		...bots,
	}),
	device_type: column("device_type", bots),
	referrer: ofEvent("referrer_domain", bots),
	hostname: column("hostname", bots),
	pathname: ofEvent("pathname", bots),
	page_title: ofEvent("page_title"),
	querystring: ofEvent("querystring", { ofBots: "filter" }),
	event_name: { ...ofEvent("event_name"), on: "any-event-of-session" },
	channel: ofSession("channel", SESSION_CHANNEL),
	utm_source: utm("utm_source"),
	utm_medium: utm("utm_medium"),
	utm_campaign: utm("utm_campaign"),
	utm_term: utm("utm_term"),
	utm_content: utm("utm_content"),
	entry_page: ofSession("text", SESSION_ENTRY_PAGE),
	exit_page: ofSession("text", SESSION_EXIT_PAGE),
	session_duration: ofSession("seconds", `(${SESSION_DURATION_MS} / 1000)`, {
		isFilterOnly: true,
	}),
	dimensions: ofEvent(
		"if(screen_width = 0 OR screen_height = 0, '', concat(toString(screen_width), 'x', toString(screen_height)))",
		{ rolledUp: ["screen_width", "screen_height"], ...bots },
	),
	user_id: { ...ofEvent(hexId("user_id"), { ofBots: "filter" }), kind: "user" },
	lat: coordinate("lat"),
	lon: coordinate("lon"),
	timezone: column("timezone"),
	tag: ofEvent("tag"),
	asn_org: column("asn_org"),
	device_model: ofEvent("device_model"),
	app_version: ofEvent("app_version"),
} satisfies Record<string, Dimension>;

interface NamedDimension extends Pick<Dimension, "kind"> {
	form: string;
	pattern: RegExp;
	sql(name: string, bind: Bind): string;
}

/** Dimensions that go on with a name of the site's own behind the colon. */
const NAMED: readonly NamedDimension[] = [
	{
		form: "prop:<key>",
		pattern: /^prop:(.{1,256})$/su,
		kind: "property",
		sql: (key, bind) => property(bind(key, "String")),
	},
	{
		form: "url_param:<name>",
		pattern: /^url_param:(.{1,256})$/su,
		kind: "text",
		sql: (name, bind) => `url_parameters[${bind(name.toLowerCase(), "String")}]`,
	},
	{
		form: "feature_flag:<key>",
		pattern: /^feature_flag:([A-Za-z][A-Za-z0-9_.:-]{0,99})$/,
		kind: "text",
		sql: (key, bind) => `feature_flags[${bind(key, "String")}]`,
	},
];

/** Looks a dimension up by the name of a parameter; `undefined` for an unknown name. */
export const dimensionOf = (parameter: string): Dimension | undefined => {
	if (Object.hasOwn(DIMENSIONS, parameter)) return DIMENSIONS[parameter as keyof typeof DIMENSIONS];
	for (const { pattern, kind, sql } of NAMED) {
		const name = pattern.exec(parameter)?.[1];
		if (name !== undefined) return { on: "event", kind, sql: (bind) => sql(name, bind) };
	}
	return undefined;
};

const namesWhere = (has: (dimension: Dimension) => boolean): readonly string[] =>
	Object.entries<Dimension>(DIMENSIONS).flatMap(([name, dimension]) =>
		has(dimension) ? [name] : [],
	);
/** The dimensions that filters accept. */
export const FILTER_PARAMETERS = namesWhere(() => true);
/** The same with a name of the site's own behind the colon. */
export const NAMED_PARAMETERS = NAMED.map(({ form }) => form);
/** The dimensions that breakdowns accept. */
export const BREAKDOWN_PARAMETERS = [
	...namesWhere(({ isFilterOnly }) => !isFilterOnly),
	...NAMED_PARAMETERS,
];
export const BOT_FILTER_PARAMETERS = namesWhere(({ ofBots }) => ofBots !== undefined);
export const BOT_BREAKDOWN_PARAMETERS = namesWhere(({ ofBots }) => ofBots === "breakdown");
