import { BOT_LAYERS } from "@footfall/shared/queued-event";
import { BOT_FILTER_PARAMETERS } from "../query/dimensions.ts";
import { oneOf, textParameter } from "../query/parameters.ts";
import { type QuerySql, type ReportQuery, toSql } from "../query/report-query.ts";

/** A query about bots. A dashboard sends its whole filter set: filters that do not apply to bots are dropped. */
export const botsQuery = (
	site: number,
	query: ReportQuery,
	table: "events" | "bots" = "bots",
): QuerySql =>
	toSql(
		site,
		{
			...query,
			// They are about sessions, which bots have none of.
			conditions: [],
			filters: query.filters.filter(({ parameter }) => BOT_FILTER_PARAMETERS.includes(parameter)),
		},
		table,
	);

/** Bots have no user id from the site, but a filter may name one. */
export const BOTS = "(SELECT *, referrer_domain, '' AS identified_user_id FROM bots)";

/** The parameter that narrows a report on bots to one layer. */
export const layerParameter = {
	layer: textParameter(`Only requests that this layer detected: ${BOT_LAYERS.join(", ")}`),
};
/** SQL for the requests that a layer detected; an unknown layer matches none. */
export const ofLayer = (layer: string | undefined): string => {
	const known = BOT_LAYERS.find((name) => name === layer);
	return known === undefined ? "" : `AND ${known} = 1`;
};

/** The values of `purpose`, and the stored values that each covers. */
const PURPOSES: Record<string, readonly string[]> = {
	ai: ["ai_training", "ai_search", "ai_agent"],
	ai_crawler: ["ai_training", "ai_search"],
	...Object.fromEntries(
		"ai_training ai_search ai_agent search social_preview seo monitoring security scripted headless"
			.split(" ")
			.map((purpose) => [purpose, [purpose]]),
	),
};

/** The parameter that narrows a report on bots to those with a purpose. */
export const purposeParameter = {
	purpose: textParameter(`One of ${Object.keys(PURPOSES).join(", ")}`),
};
/** SQL for the requests with a purpose. @throws ApiError for an unknown one */
export const ofPurpose = (purpose: string | undefined): string => {
	if (!purpose) return "";
	const stored = PURPOSES[oneOf("purpose", purpose, Object.keys(PURPOSES))] ?? [];
	return `AND bot_purpose IN (${stored.map((one) => `'${one}'`).join(", ")})`;
};
