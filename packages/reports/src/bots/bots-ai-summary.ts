import { z } from "zod";
import { BUCKETS, bucketOf, SERIES_LIMIT } from "../query/bucket.ts";
import { CHANNEL, ORDER } from "../query/dimensions.ts";
import { textParameter } from "../query/parameters.ts";
import { countedRows, passingSessions, type QuerySql, toSql } from "../query/report-query.ts";
import { count, report } from "../report/report.ts";
import { runSeries } from "../report/series.ts";
import { assistantOperatorOf } from "./ai-assistants.ts";
import { BOTS, botsQuery } from "./bot-requests.ts";

const Bot = z
	.object({
		name: z.string(),
		purpose: z.string(),
		reads: count(),
		pages: count(),
		/** Bucket and reads, with `bucket` only. */
		trend: z.array(z.tuple([z.string(), count()])).optional(),
	})
	.meta({ component: "AiBot" });
const OperatorRow = z
	.object({
		operator: z.string(),
		crawls: count(),
		training_crawls: count(),
		search_crawls: count(),
		agent_requests: count(),
		referrals: count(),
		crawls_per_referral: z.number(),
		pages: count(),
		referrer_domains: z.array(z.string()),
		bots: z.array(Bot),
	})
	.meta({ component: "AiOperator" });
type OperatorRow = z.infer<typeof OperatorRow>;

interface CrawlRow {
	operator: string;
	name: string;
	purpose: string;
	reads: number;
	pages: number;
}

const rowsOfCrawls = (querySql: QuerySql) => `${countedRows(querySql)}
    AND bot_operator != '' AND bot_purpose IN ('ai_training', 'ai_search', 'ai_agent')`;

/** A row per operator, agent and purpose, and one per operator alone. */
const crawlsText = (querySql: QuerySql) => `
  SELECT
    toString(bot_operator) AS operator,
    toString(bot_name) AS name,
    toString(bot_purpose) AS purpose,
    count() AS reads,
    uniqExactIf(pathname, pathname != '') AS pages
  FROM ${BOTS}
  WHERE ${rowsOfCrawls(querySql)}
  GROUP BY GROUPING SETS ((operator, name, purpose), (operator))
  ORDER BY operator, reads DESC, name, purpose`;

type TrendRow = Pick<CrawlRow, "operator" | "name" | "purpose" | "reads"> & { time: string };

interface ReferralRow {
	domain: string;
	referrals: number;
}

/** The domain that an event came from: its referrer, or else the link's utm_source. */
const SOURCE_DOMAIN =
	"if(events.referrer_domain != '', events.referrer_domain, lower(events.url_parameters['utm_source']))";

/** Sessions that an assistant sent, by the domain of the first act that names an assistant. */
const referralsText = (querySql: QuerySql) => `
  SELECT domain, count() AS referrals
  FROM (${passingSessions(querySql, CHANNEL.columns ?? [], {
		// A small share of all sessions.
		rows: `session_id IN (SELECT session_id FROM events WHERE ${querySql.around} AND channel = 'AI')`,
		condition: `${querySql.beganInRange} AND ${CHANNEL.sql(querySql.bind)} = 'AI'`,
		more: () => [
			`argMinIf(${SOURCE_DOMAIN}, ${ORDER}, events.channel = 'AI' AND ${SOURCE_DOMAIN} != '') AS domain`,
		],
	})})
  WHERE domain != ''
  GROUP BY domain
  ORDER BY referrals DESC, domain`;

type Trend = [time: string, reads: number][];

const agentOf = ({ operator, name, purpose }: Omit<TrendRow, "time" | "reads">) =>
	JSON.stringify([operator, name, purpose]);

/** The reads of each agent over time, in order. */
const trendsOf = (rows: readonly TrendRow[]): ReadonlyMap<string, Trend> => {
	const trends = new Map<string, Trend>();
	for (const row of rows) {
		const agent = agentOf(row);
		const trend = trends.get(agent) ?? [];
		trend.push([row.time, row.reads]);
		trends.set(agent, trend);
	}
	return trends;
};

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const rowOf = (
	{ operator, pages }: { operator: string; pages: number },
	crawls: readonly CrawlRow[],
	referrals: readonly ReferralRow[],
	trends: ReadonlyMap<string, Trend> | undefined,
): OperatorRow => {
	const readsFor = (purpose: string) =>
		sum(crawls.filter((row) => row.purpose === purpose).map(({ reads }) => reads));
	const reads = sum(crawls.map((row) => row.reads));
	const referred = sum(referrals.map((row) => row.referrals));
	return {
		operator,
		crawls: reads,
		training_crawls: readsFor("ai_training"),
		search_crawls: readsFor("ai_search"),
		agent_requests: readsFor("ai_agent"),
		referrals: referred,
		crawls_per_referral: referred === 0 ? 0 : Math.round((reads * 10) / referred) / 10,
		pages,
		referrer_domains: referrals.map(({ domain }) => domain),
		bots: crawls.map((crawl) => ({
			name: crawl.name,
			purpose: crawl.purpose,
			reads: crawl.reads,
			pages: crawl.pages,
			...(trends && { trend: trends.get(agentOf(crawl)) ?? [] }),
		})),
	};
};

export const botsAiSummary = report({
	path: "/bots/ai-summary",
	summary: "For each AI operator, what its bots read and whom its assistants sent to the site",
	description:
		"To weigh what assistants take against the visitors that they send: `crawls_per_referral`. With `bucket`, `trend` has pairs of a time and a count.",
	tag: "Bots",
	extra: {
		bucket: textParameter(
			`One of ${BUCKETS.join(", ")}: adds the reads of each agent over time. ${SERIES_LIMIT}`,
		),
	},
	response: z.object({ data: z.array(OperatorRow) }),
	answer: async (context) => {
		const { runSql, site, query, given } = context;
		const ofBots = botsQuery(site.siteId, query);
		const bucket = given.bucket ? bucketOf(given.bucket, "day") : undefined;
		const querySql = toSql(site.siteId, query);
		const [rows, referrals] = await Promise.all([
			runSql<CrawlRow>(crawlsText(ofBots), ofBots.parameters),
			runSql<ReferralRow>(referralsText(querySql), querySql.parameters),
		]);
		const crawls = rows.filter(({ purpose }) => purpose !== "");
		const ofOperators = rows.filter(({ purpose }) => purpose === "");
		const pagesOf = new Map(ofOperators.map(({ operator, pages }) => [operator, pages]));
		const trends =
			bucket &&
			trendsOf(
				await runSeries<TrendRow>(context, ofBots, {
					bucket,
					text: (startOf) => `
  SELECT
    toString(bot_operator) AS operator,
    toString(bot_name) AS name,
    toString(bot_purpose) AS purpose,
    ${startOf("timestamp")} AS time,
    count() AS reads
  FROM ${BOTS}
  WHERE ${rowsOfCrawls(ofBots)}
  GROUP BY operator, name, purpose, time
  ORDER BY time`,
					rowsPerBucket: crawls.length,
					table: "bots",
				}),
			);
		const operators = new Set([
			...crawls.map(({ operator }) => operator),
			...referrals.map(({ domain }) => assistantOperatorOf(domain)),
		]);
		const data = [...operators].map((operator) =>
			rowOf(
				{ operator, pages: pagesOf.get(operator) ?? 0 },
				crawls.filter((row) => row.operator === operator),
				referrals.filter(({ domain }) => assistantOperatorOf(domain) === operator),
				trends,
			),
		);
		return {
			data: data.sort(
				(one, other) =>
					other.crawls - one.crawls ||
					other.referrals - one.referrals ||
					(one.operator < other.operator ? -1 : 1),
			),
		};
	},
});
