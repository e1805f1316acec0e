import type { SessionDayColumn } from "@footfall/store";
import type { Bind } from "../query/binding.ts";
import { dimensionOf } from "../query/dimensions.ts";
import { CHANNEL, type SessionValue } from "./session-columns.ts";

/** The attributes of an event that a dimension is about; undefined where `visits` has none of them. */
export const attributesOf = (dimension: string): readonly SessionDayColumn[] | undefined =>
	dimensionOf(dimension)?.rolledUp;

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
	const known = dimensionOf(dimension);
	return known?.rolledUp && { sql: known.sql(bind), columns: known.rolledUp };
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
