import { BOT_LAYERS } from "@footfall/shared/queued-event";
import { z } from "zod";
import { bucketOf, bucketParameter } from "../query/bucket.ts";
import { ComparedRange, comparisonParameters } from "../query/comparison.ts";
import { countedRows, type QuerySql } from "../query/report-query.ts";
import { compared } from "../report/compared.ts";
import { count, fields, report } from "../report/report.ts";
import { percentageOf } from "../report/rows.ts";
import { runSeries } from "../report/series.ts";
import {
	BOTS,
	botsQuery,
	layerParameter,
	ofLayer,
	ofPurpose,
	purposeParameter,
} from "./bot-requests.ts";

interface OverviewRow extends Record<(typeof BOT_LAYERS)[number], number> {
	bot_requests: number;
	all_bots: number;
}

const overviewText = (querySql: QuerySql, layer: string) => `
  SELECT
    countIf(1 ${layer}) AS bot_requests,
    count() AS all_bots,
    ${BOT_LAYERS.map((name) => `countIf(${name} = 1 ${layer}) AS ${name}_requests`).join(",\n    ")}
  FROM ${BOTS}
  WHERE ${countedRows(querySql)}`;

interface HumansRow {
	humans: number;
	suspected_events: number;
	suspected_sessions: number;
}

const humansText = (querySql: QuerySql) => `
  SELECT
    count() AS humans,
    countIf(suspected) AS suspected_events,
    uniqExactIf(session_id, suspected) AS suspected_sessions
  FROM events
  WHERE ${countedRows(querySql)}`;

const Figures = z
	.object({
		bot_requests: count(),
		total_events: count(),
		bot_percentage: z.number(),
		...fields(BOT_LAYERS, count),
		/** Events that one layer marked and no other layer detected as a bot's, and their sessions. */
		suspected_events: count(),
		suspected_sessions: count(),
	})
	.meta({ component: "BotFigures" });

const figuresOf = (
	row: OverviewRow & Record<string, number>,
	{ humans, suspected_events, suspected_sessions }: HumansRow,
): z.infer<typeof Figures> => {
	const total = row.all_bots + humans;
	const layers = Object.fromEntries(
		BOT_LAYERS.map((layer) => [layer, row[`${layer}_requests`] ?? 0]),
	) as Record<(typeof BOT_LAYERS)[number], number>;
	return {
		bot_requests: row.bot_requests,
		total_events: total,
		bot_percentage: percentageOf(row.bot_requests, total),
		...layers,
		suspected_events,
		suspected_sessions,
	};
};

export const botsOverview = report({
	path: "/bots/overview",
	summary: "Requests of bots, their share of all events, and the layers that detected them",
	description:
		"`bot_percentage` is of all events, in percent. A request that several layers detected counts in each of them.",
	tag: "Bots",
	extra: { ...layerParameter, ...comparisonParameters },
	response: z.object({
		data: Figures.extend({ previous: Figures.optional() }).meta({ component: "BotsOverview" }),
		comparison: ComparedRange.optional(),
	}),
	answer: async (context) => {
		const { answer, comparison, previous } = await compared(
			context,
			async ({ runSql, site, query, given }) => {
				const querySql = botsQuery(site.siteId, query);
				const ofHumans = botsQuery(site.siteId, { ...query, leavesOutSuspected: false }, "events");
				const [[row], [counted]] = await Promise.all([
					runSql<OverviewRow & Record<string, number>>(
						overviewText(querySql, ofLayer(given.layer)),
						querySql.parameters,
					),
					runSql<HumansRow>(humansText(ofHumans), ofHumans.parameters),
				]);
				if (!row || !counted) throw new Error("The store returned no row for an aggregate");
				return figuresOf(row, counted);
			},
		);
		if (!comparison || !previous) return { data: answer };
		return { data: { ...answer, previous }, comparison: comparison.range };
	},
});

const BotPoint = z
	.object({ time: z.string(), bot_requests: count() })
	.meta({ component: "BotPoint" });

export const botsTimeSeries = report({
	path: "/bots/time-series",
	summary: "Requests of bots over time",
	description: "For a chart; `bucket` sets its steps.",
	tag: "Bots",
	extra: { bucket: bucketParameter("hour"), ...layerParameter, ...purposeParameter },
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
  WHERE ${countedRows(querySql)} ${ofLayer(given.layer)} ${ofPurpose(given.purpose)}
  GROUP BY time
  ORDER BY time`,
			emptyAt: (time) => ({ time, bot_requests: 0 }),
			table: "bots",
		});
		return { data };
	},
});
