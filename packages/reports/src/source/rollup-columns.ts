import type { SessionDayColumn } from "@footfall/store";
import type { Bind } from "../query/binding.ts";
import { dimensionOf } from "../query/dimension.ts";

/** The session's channel by columns of its visits. */
export const CHANNEL_OF_VISIT =
	"multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct')";

/** Facts of an event that are enough for a dimension's SQL. */
const FACTS = {
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

/** The facts of an event that a dimension is about; undefined where `visits` has none of them. */
const factsOf = (parameter: string): readonly SessionDayColumn[] | undefined =>
	Object.hasOwn(FACTS, parameter) ? FACTS[parameter as keyof typeof FACTS] : undefined;

/** A session's value of a dimension by columns of its visits. */
interface ToldByVisits {
	value: string;
	columns: readonly SessionDayColumn[];
}

const byColumn = (column: SessionDayColumn): ToldByVisits => ({
	value: column,
	columns: [column],
});

/** Where the columns that tell a session's value are not the facts of an event. */
const OF_SESSION: Readonly<Record<string, ToldByVisits>> = {
	channel: { value: CHANNEL_OF_VISIT, columns: ["outer_channel", "channel"] },
	referrer: byColumn("referrer_domain"),
	utm_source: byColumn("utm_source"),
	utm_medium: byColumn("utm_medium"),
	utm_campaign: byColumn("utm_campaign"),
	utm_term: byColumn("utm_term"),
	utm_content: byColumn("utm_content"),
	city: {
		value: "if(city = '', '', concat(city_region, '-', city))",
		columns: ["city_region", "city"],
	},
};

/** A session's value of a dimension by columns of its visits; undefined where these do not tell it. */
export const toldByVisits = (parameter: string, bind: Bind): ToldByVisits | undefined => {
	if (Object.hasOwn(OF_SESSION, parameter)) return OF_SESSION[parameter];
	const columns = factsOf(parameter);
	const dimension = dimensionOf(parameter);
	if (!columns || dimension?.on !== "event" || dimension.kind === "user") return undefined;
	return { value: dimension.sql(bind), columns };
};

/** The facts that must not vary among the events of a row whose value is to be that of some of them. */
export const readByBreakdown = (parameter: string): readonly SessionDayColumn[] =>
	factsOf(parameter) ?? [];

/** Texts of a pageview that `visits` has for each event. */
export type ViewText = "pathname" | "page_title";

/** What a filter on single events reads of an event: facts, and texts that each has of its own. */
export const readByFilter = (
	parameter: string,
): { facts: readonly SessionDayColumn[]; text?: ViewText } | undefined => {
	if (parameter === "pathname" || parameter === "page_title") return { facts: [], text: parameter };
	if (parameter === "lat" || parameter === "lon") return { facts: ["lat", "lon"] };
	if (parameter.startsWith("url_param:")) return { facts: ["url_parameters"] };
	const facts = factsOf(parameter);
	return facts && { facts };
};
