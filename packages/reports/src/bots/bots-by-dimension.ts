import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import { dimensionOf, ORDER } from "../query/dimensions.ts";
import { pageOf, pageParameters } from "../query/page.ts";
import { countedRows, type QuerySql } from "../query/report-query.ts";
import { percentageOf } from "../report/percentage.ts";
import { count, LIMITS, report } from "../report/report.ts";
import { pageOfRows } from "../report/rows.ts";
import { BOTS, botsQuery, FILTERABLE, layerParameter, ofLayer } from "./bot-requests.ts";

const COLUMN_DIMENSIONS: Record<string, string> = {
	asn_org: "asn_org",
	asn_provider: "asn_provider",
	bot_category: "bot_category",
	matched_ua_pattern: "matched_ua_pattern",
	bot_name: "bot_name",
	bot_operator: "bot_operator",
	bot_purpose: "bot_purpose",
	bot_claim: "bot_claim",
};
const BOT_DIMENSIONS = [
	...FILTERABLE.filter((name) => !["querystring", "user_id", "lat", "lon"].includes(name)),
	...Object.keys(COLUMN_DIMENSIONS),
];

/** The values of `purpose`, and the stored ones that each stands for. */
const PURPOSES: Record<string, readonly string[]> = {
	ai: ["ai_training", "ai_search", "ai_agent"],
	ai_crawler: ["ai_training", "ai_search"],
	...Object.fromEntries(
		[
			"ai_training",
			"ai_search",
			"ai_agent",
			"search",
			"social_preview",
			"seo",
			"monitoring",
			"security",
			"scripted",
			"headless",
		].map((purpose) => [purpose, [purpose]]),
	),
};

const ofPurpose = (purpose: string | undefined): string => {
	if (!purpose) return "";
	const stored = Object.hasOwn(PURPOSES, purpose) ? PURPOSES[purpose] : undefined;
	if (!stored)
		throw new ApiError(
			"INVALID_REQUEST",
			`purpose must be one of ${Object.keys(PURPOSES).join(", ")}`,
		);
	return `AND bot_purpose IN (${stored.map((one) => `'${one}'`).join(", ")})`;
};

const valueOfDimension = (name: string | undefined, querySql: QuerySql): string => {
	const column = name !== undefined && Object.hasOwn(COLUMN_DIMENSIONS, name);
	if (column) return COLUMN_DIMENSIONS[name] ?? name;
	const dimension =
		name !== undefined && BOT_DIMENSIONS.includes(name) ? dimensionOf(name) : undefined;
	if (dimension?.on !== "event" || dimension.kind !== "text")
		throw new ApiError("INVALID_REQUEST", `dimension must be one of ${BOT_DIMENSIONS.join(", ")}`);
	return dimension.sql(querySql.bind);
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
  ORDER BY requests DESC, value
  LIMIT {limit:UInt32} OFFSET {offset:UInt32}
  ${LIMITS}`;

export const botsByDimension = report({
	path: "/bots/by-dimension",
	summary: "Requests of bots by the values of a dimension",
	tag: "Bots",
	scope: "analytics:read",
	extra: {
		dimension: z
			.string()
			.optional()
			.describe(`One of ${BOT_DIMENSIONS.join(", ")}. Required`),
		purpose: z
			.string()
			.optional()
			.describe(`One of ${Object.keys(PURPOSES).join(", ")}`),
		...layerParameter,
		...pageParameters(100),
	},
	response: z.object({
		data: z.object({
			data: z.array(
				z.object({
					value: z.string(),
					hostname: z.string(),
					count: count(),
					percentage: z.number(),
				}),
			),
			totalCount: count(),
		}),
	}),
	answer: async ({ runSql, site, query, given }) => {
		const querySql = botsQuery(site.siteId, query);
		const value = valueOfDimension(given.dimension, querySql);
		const text = byDimensionText(
			querySql,
			value,
			`${ofLayer(given.layer)} ${ofPurpose(given.purpose)}`,
		);
		const { rows, totalCount } = await pageOfRows(pageOf(given, 100), (limit, offset) =>
			runSql<DimensionRow>(text, { ...querySql.parameters, limit, offset }),
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
