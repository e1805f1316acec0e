import { BOT_LAYERS } from "@footfall/shared/queued-event";
import { z } from "zod";
import { type QuerySql, type ReportQuery, toSql } from "../query/report-query.ts";

/** The filters that apply to bot requests; a dashboard sends its whole set, and the rest of it is ignored here. */
export const FILTERABLE = [
	"browser",
	"browser_version",
	"operating_system",
	"operating_system_version",
	"country",
	"region",
	"city",
	"device_type",
	"referrer",
	"hostname",
	"pathname",
	"querystring",
	"dimensions",
	"user_id",
	"lat",
	"lon",
];

/** A query about bots, with the filters that apply to them. */
export const botsQuery = (site: number, query: ReportQuery): QuerySql =>
	toSql(site, {
		...query,
		filters: query.filters.filter(({ parameter }) => FILTERABLE.includes(parameter)),
	});

/** Bots have no id from the site, but a filter may name one. */
export const BOTS = "(SELECT *, referrer_domain, '' AS identified_user_id FROM bots)";

/** The parameter that narrows a report on bots to one layer. */
export const layerParameter = {
	layer: z
		.string()
		.optional()
		.describe(`Only requests that this layer detected: ${BOT_LAYERS.join(", ")}`),
};
/** SQL for the requests that a layer detected; an unknown layer is none. */
export const ofLayer = (layer: string | undefined): string => {
	const known = BOT_LAYERS.find((name) => name === layer);
	return known === undefined ? "" : `AND ${known} = 1`;
};
