import type { StoredVisitColumn } from "@footfall/store";

/** The session's channel by columns of its visits. */
export const CHANNEL_OF_VISIT =
	"multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct')";

/** Columns of the first event that are enough for a dimension's SQL. */
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
} as const satisfies Record<string, readonly StoredVisitColumn[]>;

/** Columns of `visits` that are enough for the SQL of a breakdown by the session's value. */
export const TOLD_BY_VISITS: Readonly<Record<string, readonly StoredVisitColumn[]>> = {
	...FACTS,
	channel: ["outer_channel", "channel"],
	referrer: ["referrer_domain"],
};

/** Texts of a pageview that `visits` has for each event. */
export type ViewText = "pathname" | "page_title";

/** What a filter on single events reads of an event: facts of the first event, and texts of each. */
export const readByFilter = (
	parameter: string,
): { facts: readonly StoredVisitColumn[]; text?: ViewText } | undefined => {
	if (parameter === "pathname" || parameter === "page_title") return { facts: [], text: parameter };
	if (parameter === "lat" || parameter === "lon") return { facts: ["lat", "lon"] };
	if (parameter.startsWith("url_param:")) return { facts: ["url_parameters"] };
	const facts = Object.hasOwn(FACTS, parameter)
		? FACTS[parameter as keyof typeof FACTS]
		: undefined;
	return facts && { facts };
};
