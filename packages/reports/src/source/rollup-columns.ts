import type { SessionDayColumn } from "@footfall/store";
import type { Bind } from "../query/binding.ts";
import { dimensionOf } from "../query/dimensions.ts";
import { CHANNEL, type SessionValue } from "./session-columns.ts";

/** The attributes of an event that are enough for a dimension's SQL. */
const ATTRIBUTES = {
	browser: ["browser"],
	browser_version: ["browser", "browser_version"],
	operating_system: ["operating_system"],
	operating_system_version: ["operating_system", "operating_system_version"],
	language: ["language"],
	country: ["country"],
	region: ["region"],
	city: ["region", "city"],
	device_type: ["device_type"],
	hostname: ["hostname"],
	utm_source: ["url_parameters"],
	utm_medium: ["url_parameters"],
	utm_campaign: ["url_parameters"],
	utm_term: ["url_parameters"],
	utm_content: ["url_parameters"],
	dimensions: ["screen_width", "screen_height"],
	timezone: ["timezone"],
	asn_org: ["asn_org"],
} as const satisfies Record<string, readonly SessionDayColumn[]>;

/** The attributes of an event that a dimension is about; undefined where `visits` has none of them. */
export const attributesOf = (dimension: string): readonly SessionDayColumn[] | undefined =>
	Object.hasOwn(ATTRIBUTES, dimension)
		? ATTRIBUTES[dimension as keyof typeof ATTRIBUTES]
		: undefined;

const byColumn = (column: SessionDayColumn): SessionValue => ({ sql: column, columns: [column] });

/** Where the columns with a session's value are not the attributes of an event. */
const OF_SESSION: Readonly<Record<string, SessionValue>> = {
	channel: CHANNEL,
	referrer: byColumn("referrer_domain"),
	utm_source: byColumn("utm_source"),
	utm_medium: byColumn("utm_medium"),
	utm_campaign: byColumn("utm_campaign"),
	utm_term: byColumn("utm_term"),
	utm_content: byColumn("utm_content"),
	city: {
		sql: "if(city = '', '', concat(city_region, '-', city))",
		columns: ["city_region", "city"],
	},
};

/** A session's value of a dimension by columns of `visits`; undefined where these do not have it. */
export const rolledUpValueOf = (dimension: string, bind: Bind): SessionValue | undefined => {
	if (Object.hasOwn(OF_SESSION, dimension)) return OF_SESSION[dimension];
	const columns = attributesOf(dimension);
	const known = dimensionOf(dimension);
	if (!columns || known?.on !== "event" || known.kind === "user") return undefined;
	return { sql: known.sql(bind), columns };
};

/** Texts of a pageview that `visits` has for each event. */
export type ViewText = "pathname" | "page_title";

/** The columns of an event that a filter on single events reads: attributes, and texts that each event has of its own. */
export const columnsOfFilter = (
	parameter: string,
): { attributes: readonly SessionDayColumn[]; text?: ViewText } | undefined => {
	if (parameter === "pathname" || parameter === "page_title")
		return { attributes: [], text: parameter };
	if (parameter === "lat" || parameter === "lon") return { attributes: ["lat", "lon"] };
	if (parameter.startsWith("url_param:")) return { attributes: ["url_parameters"] };
	const attributes = attributesOf(parameter);
	return attributes && { attributes };
};
