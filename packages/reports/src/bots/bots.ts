import { BOT_LAYERS } from "@footfall/shared/queued-event";
import { z } from "zod";
import { bucketOf, bucketParameter } from "../query/bucket.ts";
import { countedRows, type QuerySql } from "../query/report-query.ts";
import { count, fields, report } from "../report/report.ts";
import { percentageOf } from "../report/rows.ts";
import { runSeries } from "../report/series.ts";
import { BOTS, botsQuery, layerParameter, ofLayer } from "./bot-requests.ts";

interface OverviewRow extends Record<(typeof BOT_LAYERS)[number], number> {
	bot_requests: number;
	all_bots: number;
	humans: number;
}

const overviewText = (querySql: QuerySql, layer: string) => `
  SELECT
    countIf(1 ${layer}) AS bot_requests,
    count() AS all_bots,
    ${BOT_LAYERS.map((name) => `countIf(${name} = 1 ${layer}) AS ${name}_requests`).join(",\n    ")},
    (SELECT count() FROM events WHERE ${countedRows(querySql)}) AS humans
  FROM ${BOTS}
  WHERE ${countedRows(querySql)}`;

export const botsOverview = report({
	path: "/bots/overview",
	summary: "Requests of bots, their share of all events, and which layer detected them",
	tag: "Bots",
	extra: layerParameter,
	response: z.object({
		data: z.object({
			bot_requests: count(),
			total_events: count(),
			bot_percentage: z.number(),
			...fields(BOT_LAYERS, count),
		}),
	}),
	answer: async ({ runSql, site, query, given }) => {
		const querySql = botsQuery(site.siteId, query);
		const [row] = await runSql<OverviewRow & Record<string, number>>(
			overviewText(querySql, ofLayer(given.layer)),
			querySql.parameters,
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
	extra: { bucket: bucketParameter("hour"), ...layerParameter },
	response: z.object({ data: z.array(BotPoint) }),
	answer: async (context) => {
		const { site, query, given } = context;
		const querySql = botsQuery(site.siteId, query);
		const data = await runSeries<z.infer<typeof BotPoint>>(context, querySql, {
			bucket: bucketOf(given.bucket, "hour"),
			text: (startOf) => `
  SELECT
    ${startOf("timestamp")} AS time,
    count() AS bot_requests
  FROM ${BOTS}
  WHERE ${countedRows(querySql)} ${ofLayer(given.layer)}
  GROUP BY time
  ORDER BY time`,
			emptyAt: (time) => ({ time, bot_requests: 0 }),
			table: "bots",
		});
		return { data };
	},
});
