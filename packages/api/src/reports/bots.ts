import { BOT_LAYERS } from "@footfall/shared/queued-event";
import { z } from "zod";
import { ApiError } from "../errors.ts";
import { bucketOf, bucketParameter, bucketSql, bucketsOf } from "../question/bucket.ts";
import { dimensionOf } from "../question/dimension.ts";
import { pageOf, pageParameters } from "../question/page.ts";
import { type Asked, countedRows, ask as inSql, type Question } from "../question/question.ts";
import { percentageOf } from "./percentage.ts";
import { count, LIMITS, report } from "./report.ts";
import { pageOfRows } from "./rows.ts";
import { withoutGaps } from "./series.ts";

/** What is known of a bot's request. A dashboard sends its whole filter set; the rest of it says nothing here. */
const FILTERABLE = [
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

const askedOfBots = (site: number, { period, filters }: Question): Asked =>
	inSql(site, {
		period,
		filters: filters.filter(({ parameter }) => FILTERABLE.includes(parameter)),
	});

/** Bots have no id that the site gave them, but a filter may ask for one. */
const BOTS = "(SELECT *, referrer_domain, '' AS identified_user_id FROM bots)";

const layerParameter = {
	layer: z
		.string()
		.optional()
		.describe(`Only requests that this layer detected: ${BOT_LAYERS.join(", ")}`),
};
const ofLayer = (layer: string | undefined): string => {
	const known = BOT_LAYERS.find((name) => name === layer);
	return known === undefined ? "" : `AND ${known} = 1`;
};

interface OverviewRow extends Record<(typeof BOT_LAYERS)[number], number> {
	bot_requests: number;
	all_bots: number;
	humans: number;
}

const overviewText = (asked: Asked, layer: string) => `
  SELECT
    countIf(1 ${layer}) AS bot_requests,
    count() AS all_bots,
    ${BOT_LAYERS.map((name) => `countIf(${name} = 1 ${layer}) AS ${name}_requests`).join(",\n    ")},
    (SELECT count() FROM events WHERE ${countedRows(asked)}) AS humans
  FROM ${BOTS}
  WHERE ${countedRows(asked)}
  ${LIMITS}`;

const layerCounts = Object.fromEntries(BOT_LAYERS.map((layer) => [layer, count()])) as Record<
	(typeof BOT_LAYERS)[number],
	z.ZodNumber
>;

export const botsOverview = report({
	path: "/bots/overview",
	summary: "Requests of bots, their share of all events, and which layer detected them",
	tag: "Bots",
	scope: "analytics:read",
	extra: layerParameter,
	response: z.object({
		data: z.object({
			bot_requests: count(),
			total_events: count(),
			bot_percentage: z.number(),
			...layerCounts,
		}),
	}),
	answer: async ({ ask, site, question, given }) => {
		const asked = askedOfBots(site, question);
		const [row] = await ask<OverviewRow & Record<string, number>>(
			overviewText(asked, ofLayer(given.layer)),
			asked.parameters,
		);
		if (!row) throw new Error("The store answered an aggregate without a row");
		const total = row.all_bots + row.humans;
		const layers = Object.fromEntries(
			BOT_LAYERS.map((layer) => [layer, row[`${layer}_requests`] ?? 0]),
		) as Record<(typeof BOT_LAYERS)[number], number>;
		return {
			data: {
				bot_requests: row.bot_requests,
				total_events: total,
				bot_percentage: percentageOf(row.bot_requests, total),
				...layers,
			},
		};
	},
});

const BotPoint = z.object({ time: z.string(), bot_requests: count() });

export const botsTimeSeries = report({
	path: "/bots/time-series",
	summary: "Requests of bots over time",
	tag: "Bots",
	scope: "analytics:read",
	extra: { bucket: bucketParameter("hour"), ...layerParameter },
	response: z.object({ data: z.array(BotPoint) }),
	answer: async ({ ask, site, question, given }) => {
		const bucket = bucketOf(given.bucket, "hour");
		const times = bucketsOf(question.period, bucket);
		const asked = askedOfBots(site, question);
		const text = `
  SELECT
    ${bucketSql(bucket, question.period, asked.parameters)("timestamp")} AS time,
    count() AS bot_requests
  FROM ${BOTS}
  WHERE ${countedRows(asked)} ${ofLayer(given.layer)}
  GROUP BY time
  ORDER BY time
  ${LIMITS}`;
		const rows = await ask<z.infer<typeof BotPoint>>(text, asked.parameters);
		return { data: withoutGaps(rows, times, (time) => ({ time, bot_requests: 0 })) };
	},
});

const COLUMN_DIMENSIONS: Record<string, string> = {
	asn_org: "asn_org",
	asn_provider: "asn_org",
	bot_category: "bot_category",
	matched_ua_pattern: "matched_ua_pattern",
	bot_name: "bot_name",
	bot_operator: "bot_operator",
	bot_purpose: "bot_purpose",
};
const BOT_DIMENSIONS = [
	...FILTERABLE.filter((name) => !["querystring", "user_id", "lat", "lon"].includes(name)),
	...Object.keys(COLUMN_DIMENSIONS),
];

/** The purposes that a question may name, and the stored ones that each stands for. */
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

const valueOfDimension = (name: string | undefined, asked: Asked): string => {
	const column = name !== undefined && Object.hasOwn(COLUMN_DIMENSIONS, name);
	if (column) return COLUMN_DIMENSIONS[name] ?? name;
	const dimension =
		name !== undefined && BOT_DIMENSIONS.includes(name) ? dimensionOf(name) : undefined;
	if (dimension?.on !== "event" || dimension.kind !== "text")
		throw new ApiError("INVALID_REQUEST", `dimension must be one of ${BOT_DIMENSIONS.join(", ")}`);
	return dimension.sql(asked.bind);
};

interface DimensionRow {
	value: string;
	on_hostname: string;
	requests: number;
	total: number;
	total_rows: number;
}

const byDimensionText = (asked: Asked, value: string, restriction: string) => `
  SELECT *, sum(requests) OVER () AS total, count() OVER () AS total_rows
  FROM (
    SELECT
      toString(${value}) AS value,
      argMax(hostname, (timestamp, event_id)) AS on_hostname,
      count() AS requests
    FROM ${BOTS}
    WHERE ${countedRows(asked)} ${restriction}
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
	answer: async ({ ask, site, question, given }) => {
		const asked = askedOfBots(site, question);
		const value = valueOfDimension(given.dimension, asked);
		const text = byDimensionText(
			asked,
			value,
			`${ofLayer(given.layer)} ${ofPurpose(given.purpose)}`,
		);
		const { rows, totalCount } = await pageOfRows(pageOf(given, 100), (limit, offset) =>
			ask<DimensionRow>(text, { ...asked.parameters, limit, offset }),
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
