import { z } from "zod";
import { BOT_BREAKDOWN_PARAMETERS, dimensionOf, ORDER } from "../query/dimensions.ts";
import { pageOf, pageParameters } from "../query/page.ts";
import { dimensionParameter, oneOf } from "../query/parameters.ts";
import { countedRows, type QuerySql } from "../query/report-query.ts";
import { count, report } from "../report/report.ts";
import { percentageOf, rowPage, runPage } from "../report/rows.ts";
import {
	BOTS,
	botsQuery,
	layerParameter,
	ofLayer,
	ofPurpose,
	purposeParameter,
} from "./bot-requests.ts";

/** Columns that only rows of bots have, or that no filter on bots accepts. */
const COLUMNS = [
	"asn_org",
	"asn_provider",
	"bot_category",
	"matched_ua_pattern",
	"bot_name",
	"bot_operator",
	"bot_purpose",
	"bot_claim",
];
const BOT_DIMENSIONS = [...BOT_BREAKDOWN_PARAMETERS, ...COLUMNS];

const valueOfDimension = (given: string | undefined, { bind }: QuerySql): string => {
	const name = oneOf("dimension", given, BOT_DIMENSIONS);
	if (COLUMNS.includes(name)) return name;
	const dimension = dimensionOf(name);
	return dimension?.ofBotRow ?? dimension?.sql(bind) ?? name;
};

interface DimensionRow {
	value: string;
	on_hostname: string;
	requests: number;
	total: number;
	total_rows: number;
}

const byDimensionText = (querySql: QuerySql, value: string, restriction: string) => `
  SELECT *, sum(requests) OVER () AS total, count() OVER () AS total_rows
  FROM (
    SELECT
      toString(${value}) AS value,
      argMax(hostname, ${ORDER}) AS on_hostname,
      count() AS requests
    FROM ${BOTS}
    WHERE ${countedRows(querySql)} ${restriction}
    GROUP BY value
    HAVING value != ''
  )
  ORDER BY requests DESC, value`;

export const botsByDimension = report({
	path: "/bots/by-dimension",
	summary: "Requests of bots by dimension",
	description: "Which pages they read, or who they are. `percentage` is of all requests of bots.",
	tag: "Bots",
	extra: {
		dimension: dimensionParameter(`One of ${BOT_DIMENSIONS.join(", ")}. Required`),
		...purposeParameter,
		...layerParameter,
		...pageParameters(100),
	},
	response: z.object({
		data: rowPage(
			z
				.object({
					value: z.string(),
					hostname: z.string(),
					count: count(),
					percentage: z.number(),
				})
				.meta({ component: "BotDimensionRow" }),
		),
	}),
	answer: async ({ runSql, site, query, given }) => {
		const querySql = botsQuery(site.siteId, query);
		const value = valueOfDimension(given.dimension, querySql);
		const restriction = `${ofLayer(given.layer)} ${ofPurpose(given.purpose)}`;
		const { rows, totalCount } = await runPage<DimensionRow>(
			runSql,
			byDimensionText(querySql, value, restriction),
			querySql.parameters,
			pageOf(given, 100),
		);
		const data = rows.map((row) => ({
			value: row.value,
			hostname: given.dimension === "pathname" ? row.on_hostname : "",
			count: row.requests,
			percentage: percentageOf(row.requests, row.total),
		}));
		return { data: { data, totalCount } };
	},
});
