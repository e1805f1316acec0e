import { BOT_LAYERS } from "@footfall/shared/queued-event";
import { z } from "zod";
import { type QuerySql, type ReportQuery, toSql } from "../query/report-query.ts";

/** What is known of a bot's request. A dashboard sends its whole filter set; the rest of it says nothing here. */
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

/** A question about bots: of its filters, those that say something about them. */
export const askedOfBots = (site: number, query: ReportQuery): QuerySql =>
	toSql(site, {
		...query,
		filters: query.filters.filter(({ parameter }) => FILTERABLE.includes(parameter)),
	});

/** Bots have no id that the site gave them, but a filter may ask for one. */
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
