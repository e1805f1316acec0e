import { type ColumnSql, EVENT_ORDER, over } from "./column-sql.ts";

interface KnownValue {
	value: string;
	known: string;
}

/** Columns that have the text of their name, by `sqlOf` of an event. */
const texts = <Name extends string>(
	names: readonly Name[],
	sqlOf = (name: string) => `events.${name}`,
) =>
	Object.fromEntries(
		names.map((name) => [name, { value: sqlOf(name), known: `${sqlOf(name)} != ''` }]),
	) as Record<Name, KnownValue>;

const BOTH_SIDES = "events.screen_width != 0 AND events.screen_height != 0";
const PLACED = "(events.lat != 0 OR events.lon != 0)";

/**
 * Taken from the first act that has a value: SQL of the value, and of whether an event has one. Columns that form one
 * value together come from one event: a version is that of the first browser, a city's region that of the first city.
 */
export const FIRST_KNOWN = {
	...texts(["hostname", "country", "region", "city"]),
	city_region: { value: "events.region", known: "events.city != ''" },
	...texts(["language", "device_type", "device_model", "app_version", "browser"]),
	browser_version: { value: "events.browser_version", known: "events.browser != ''" },
	...texts(["operating_system"]),
	operating_system_version: {
		value: "events.operating_system_version",
		known: "events.operating_system != ''",
	},
	screen_width: { value: "events.screen_width", known: BOTH_SIDES },
	screen_height: { value: "events.screen_height", known: BOTH_SIDES },
	lat: { value: "events.lat", known: PLACED },
	lon: { value: "events.lon", known: PLACED },
	...texts(["timezone", "asn_org", "referrer_domain"]),
	...texts(
		["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"],
		(name) => `events.url_parameters['${name}']`,
	),
};
/** A column with the first known value among a session's acts. */
export type FirstKnownColumn = keyof typeof FIRST_KNOWN;
export const isFirstKnown = (name: string): name is FirstKnownColumn =>
	Object.hasOwn(FIRST_KNOWN, name);

/** Attributes taken from the same event as another one: a part that has that one has them too. */
export const KNOWN_BY: Partial<Record<FirstKnownColumn, FirstKnownColumn>> = {
	city_region: "city",
	browser_version: "browser",
	operating_system_version: "operating_system",
	screen_height: "screen_width",
};

/** SQL for whether a part has a column's value. */
const isKnownOfPart = (name: FirstKnownColumn): string => {
	if (name === "lat" || name === "lon") return "(part.lat != 0 OR part.lon != 0)";
	const by = KNOWN_BY[name] ?? name;
	return `part.${by} != ${by === "screen_width" ? "0" : "''"}`;
};

/** SQL of a column with the first known value. */
export const knownOf = (name: FirstKnownColumn): ColumnSql => {
	const { value, known } = FIRST_KNOWN[name];
	return {
		ofEvents: (act) => over("argMin", `${value}, ${EVENT_ORDER}`, act, known),
		ofParts: `argMinIf(part.${name}, part.began, ${isKnownOfPart(name)})`,
	};
};
