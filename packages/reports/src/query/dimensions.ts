import { EVENT_ORDER, IS_ACT, type SessionDayColumn } from "@footfall/store";
import type { Bind } from "./binding.ts";

/** The order of a session's events as one number. */
export const ORDER = EVENT_ORDER;

/** An id in the wire format: 16 lower-case hex characters. */
export const hexId = (column: string) => `leftPad(lower(hex(${column})), 16, '0')`;

/** SQL for the id of the person behind an event: the site's own user if it named one, else the device. */
export const personSql = (shownId: string) =>
	`if(identified_user_id != '', ${shownId}, ${hexId("user_id")})`;

/**
 * The same with the ids that the site gave, which visitors must not see; it refers to the row, even
 * beside a session's columns of the same names.
 */
export const PERSON = `if(events.identified_user_id != '', events.identified_user_id, ${hexId("events.user_id")})`;

/**
 * The same as a number, over a row of `events` or columns of a session: distinct numbers are
 * counted several times faster.
 */
export const PERSON_NUMBER = "if(identified_user_id = '', user_id, cityHash64(identified_user_id))";

/** The form of a device id. A user id given by a site may have it, too. */
export const DEVICE_ID = /^[0-9a-f]{16}$/;

/** The store's number for an id in the wire format, as decimal text; `undefined` for an invalid id. */
export const idNumberOf = (id: string): string | undefined =>
	DEVICE_ID.test(id) ? BigInt(`0x${id}`).toString() : undefined;

/** SQL for whether a row of `events` belongs to a person, without formatting the id of each device. */
export const isPerson = (person: string, bind: Bind): string => {
	const isUser = `events.identified_user_id = ${bind(person, "String")}`;
	const device = idNumberOf(person);
	return device === undefined
		? isUser
		: `(${isUser} OR (events.identified_user_id = '' AND events.user_id = ${bind(device, "UInt64")}))`;
};

/** SQL for whether a row of `events` is an act with an external source. */
const IS_FROM_ELSEWHERE = `${IS_ACT} AND channel NOT IN ('Direct', 'Internal', '')`;

/** The channel of the first or last act of some rows with an external source, or else of the first or last one. */
export const channelBy = (pick: "argMin" | "argMax") => `multiIf(
    countIf(${IS_FROM_ELSEWHERE}) > 0, ${pick}If(channel, ${ORDER}, ${IS_FROM_ELSEWHERE}),
    ${pick}If(channel, ${ORDER}, ${IS_ACT}) != '', ${pick}If(channel, ${ORDER}, ${IS_ACT}),
    'Direct')`;

/** SQL over columns of a session for how long it lasted. */
export const SESSION_DURATION_MS =
	"(toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began))";

/** Whether an event's coordinates are known: unknown ones are stored as 0°, 0°. */
export const IS_PLACED = "(lat != 0 OR lon != 0)";

/** Name and version as one text; only the name if there is no version, "" if there is no name. */
const versioned = (name: string, version: string) =>
	`if(${name} = '' OR ${version} = '', ${name}, concat(${name}, ' ', ${version}))`;

/** A property of the event as text: a JSON string without its quotes, anything else as JSON, "" if missing. */
const property = (key: string) =>
	`multiIf(JSONType(properties, ${key}) = 'String', JSONExtractString(properties, ${key}), JSONType(properties, ${key}) = 'Null', '', JSONExtractRaw(properties, ${key}))`;

/** A value by which events or sessions are filtered and broken down, and where it is stored. */
export interface Dimension {
	/** A filter on an event keeps the events that match; one on a session keeps whole sessions. */
	on: "event" | "session";
	/** How filters compare the value. An unknown text is "". */
	kind: "text" | "property" | "coordinate" | "user" | "channel" | "seconds";
	/** The value: over a row of `events`, or over columns of a session. */
	sql(bind: Bind): string;
	/** The columns by which a session has a value; absent where only its events have one. */
	columns?: readonly SessionDayColumn[];
	/** A session has any number of values, and passes a filter when one of them matches. */
	isListed?: true;
	/** Bots' requests have a value, too: filters accept it, or breakdowns as well. */
	ofBots?: "filter" | "breakdown";
	/** The value over a row of `bots` if it is stored elsewhere. */
	ofBotRow?: string;
	/** It is not available for breakdowns. */
	isFilterOnly?: true;
}

type Traits = Pick<Dimension, "ofBots" | "ofBotRow" | "isFilterOnly" | "isListed" | "kind">;

const ofEvent = (sql: string, traits: Partial<Dimension> = {}): Dimension => ({
	on: "event",
	kind: "text",
	sql: () => sql,
	...traits,
});
/** An attribute of a session: SQL over these columns of it. */
const ofSession = (
	sql: string,
	columns: readonly SessionDayColumn[],
	traits: Partial<Traits> = {},
): Dimension => ({ on: "session", kind: "text", sql: () => sql, columns, ...traits });
const column = (name: SessionDayColumn, traits: Partial<Traits> = {}) =>
	ofSession(name, [name], traits);
const coordinate = (name: "lat" | "lon") =>
	ofSession(name, ["lat", "lon"], { kind: "coordinate", ofBots: "filter" });

const bots = { ofBots: "breakdown" } as const;

/** A session's channel: that of its first act with an external source, else that of its first act. */
export const CHANNEL = ofSession(
	"multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct')",
	["outer_channel", "channel"],
	{ kind: "channel" },
);

/**
 * Every dimension by the name that filters and breakdowns give it. What they accept, reject and describe derives from
 * this table, so a dimension whose column exists in the store needs only a line here.
 */
const DIMENSIONS = {
	browser: column("browser", bots),
	browser_version: ofSession(
		versioned("browser", "browser_version"),
		["browser", "browser_version"],
		bots,
	),
	operating_system: column("operating_system", bots),
	operating_system_version: ofSession(
		versioned(
			"operating_system",
			// Windows 11 reports itself as 10, so the two cannot be distinguished.
			"if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version)",
		),
		["operating_system", "operating_system_version"],
		bots,
	),
	language: column("language"),
	country: column("country", bots),
	region: column("region", bots),
	city: ofSession("if(city = '', '', concat(city_region, '-', city))", ["city_region", "city"], {
		...bots,
		ofBotRow: "if(city = '', '', concat(region, '-', city))",
	}),
	device_type: column("device_type", bots),
	referrer: column("referrer_domain", bots),
	hostname: ofEvent("hostname", { columns: ["hostname"], ...bots }),
	pathname: ofEvent("pathname", bots),
	page_title: ofEvent("page_title"),
	querystring: ofEvent("querystring", { ofBots: "filter" }),
	event_name: ofSession("event_name", ["event_names"], { isListed: true }),
	channel: CHANNEL,
	utm_source: column("utm_source"),
	utm_medium: column("utm_medium"),
	utm_campaign: column("utm_campaign"),
	utm_term: column("utm_term"),
	utm_content: column("utm_content"),
	entry_page: column("entry_page"),
	exit_page: column("exit_page"),
	session_duration: ofSession(`(${SESSION_DURATION_MS} / 1000)`, ["began", "ended"], {
		kind: "seconds",
		isFilterOnly: true,
	}),
	dimensions: ofSession(
		"if(screen_width = 0 OR screen_height = 0, '', concat(toString(screen_width), 'x', toString(screen_height)))",
		["screen_width", "screen_height"],
		bots,
	),
	user_id: ofSession(hexId("user_id"), ["user_id", "identified_user_id"], {
		kind: "user",
		ofBots: "filter",
	}),
	lat: coordinate("lat"),
	lon: coordinate("lon"),
	timezone: column("timezone"),
	tag: ofEvent("tag"),
	asn_org: column("asn_org"),
	device_model: column("device_model"),
	app_version: column("app_version"),
	release: ofEvent("release"),
} satisfies Record<string, Dimension>;

/** Whether a session has the first act of its person on the site, whenever that was. */
const NEW_OR_RETURNING = ofSession(
	`if(session_id IN (
        SELECT argMin(session_id, ${ORDER})
        FROM events
        WHERE site_id = {site:UInt32} AND ${IS_ACT}
        GROUP BY ${PERSON_NUMBER}
      ), 'new', 'returning')`,
	[],
);

/** Dimensions of questions, which cost too much for filters and breakdowns that a dashboard asks for at once. */
const OF_QUESTIONS: Readonly<Record<string, Dimension>> = { new_or_returning: NEW_OR_RETURNING };

/** The names of dimensions that questions have beside those of breakdowns. */
export const QUESTION_PARAMETERS = Object.keys(OF_QUESTIONS);

interface NamedDimension extends Pick<Dimension, "kind"> {
	form: string;
	pattern: RegExp;
	sql(name: string, bind: Bind): string;
}

/** Dimensions whose name continues after a colon with a name of the site's own. */
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

/** Finds a dimension by the name of a parameter; `undefined` for an unknown name. */
export const dimensionOf = (parameter: string): Dimension | undefined => {
	if (Object.hasOwn(DIMENSIONS, parameter)) return DIMENSIONS[parameter as keyof typeof DIMENSIONS];
	if (Object.hasOwn(OF_QUESTIONS, parameter)) return OF_QUESTIONS[parameter];
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
/** The same with a name of the site's own after the colon. */
export const NAMED_PARAMETERS = NAMED.map(({ form }) => form);
/** The dimensions that breakdowns accept. */
export const BREAKDOWN_PARAMETERS = [
	...namesWhere(({ isFilterOnly }) => !isFilterOnly),
	...NAMED_PARAMETERS,
];
export const BOT_FILTER_PARAMETERS = namesWhere(({ ofBots }) => ofBots !== undefined);
export const BOT_BREAKDOWN_PARAMETERS = namesWhere(({ ofBots }) => ofBots === "breakdown");
