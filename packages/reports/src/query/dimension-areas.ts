import type { Area } from "@footfall/shared/areas";

const DIMENSIONS_OF: Readonly<Partial<Record<Area, readonly string[]>>> = {
	pages: ["hostname", "pathname", "page_title", "entry_page", "exit_page"],
	sources: [
		"referrer",
		"channel",
		"utm_source",
		"utm_medium",
		"utm_campaign",
		"utm_term",
		"utm_content",
	],
	places: ["country", "region", "city", "lat", "lon", "timezone", "language", "asn_org"],
	devices: [
		"browser",
		"browser_version",
		"operating_system",
		"operating_system_version",
		"device_type",
		"device_model",
		"dimensions",
		"app_version",
		"release",
	],
	events: ["event_name", "tag"],
	sessions: ["session_duration"],
	overview: ["new_or_returning"],
	users: ["user_id"],
	goals: ["goal"],
	bots: [
		"bot_category",
		"bot_name",
		"bot_operator",
		"bot_purpose",
		"matched_ua_pattern",
		"asn_provider",
	],
};

const areas = new Map(
	Object.entries(DIMENSIONS_OF).flatMap(([area, names]) =>
		names.map((name) => [name, area as Area] as const),
	),
);

/**
 * The areas that show a dimension's values. Callers without access to them may not filter by it, or
 * they would learn the values one by one.
 */
export const areasOfDimension = (parameter: string): readonly Area[] => {
	// It contains campaigns and sources.
	if (parameter === "querystring") return ["pages", "sources"];
	if (parameter.startsWith("url_param:")) return ["sources"];
	// Properties and feature flags belong to events, as do new dimensions until they are listed.
	return [areas.get(parameter) ?? "events"];
};
