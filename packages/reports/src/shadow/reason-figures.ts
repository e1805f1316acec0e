import { SESSION_IDLE_MS, SESSION_MAX_MS } from "@footfall/shared/limits";
import { IS_ACT } from "@footfall/store";
import { ownRows } from "../overview/overview-time-series.ts";
import { bucketSql } from "../query/bucket.ts";
import { PERSON_NUMBER } from "../query/dimensions.ts";
import type { Period } from "../query/period.ts";
import { countedRows, passingSessions, type QuerySql, toSql } from "../query/report-query.ts";
import type { SourceContext } from "../source/source.ts";
import { type Counted, NOTHING } from "./parts-of-difference.ts";
import type { ProductRules } from "./product-rules.ts";

/** Figures by day, `YYYY-MM-DD`; days without any are absent. */
export type ByDay = ReadonlyMap<string, Counted>;

type Row = Partial<Counted> & { time: string };

const byDay = (rows: readonly Row[]): ByDay =>
	new Map(rows.map(({ time, ...figures }) => [time.slice(0, 10), { ...NOTHING, ...figures }]));

/** Days in their zone, for statements over whole sessions, which may begin before the range or end after it. */
const dayOfSql = ({ period }: SourceContext["query"], querySql: QuerySql) => {
	const { from = 0, to = 0 } = period;
	const around: Period = { ...period, from: from - SESSION_MAX_MS, to: to + 2 * SESSION_MAX_MS };
	return bucketSql("day", around, querySql.parameters);
};

/** Our own figures of each day of a range with both ends. */
export const ownFigures = async (context: SourceContext): Promise<ByDay> =>
	byDay(
		(await ownRows(context, "day")).map(({ time, users, sessions, pageviews }) => ({
			...{ time, visitors: users, visits: sessions, pageviews },
		})),
	);

/**
 * By how much fewer our figures are because we count neither the requests of bots nor, where the site says so, sessions
 * that appear automated: the figures without them minus those with them. A visit of a bot is found like any other, by
 * what a visitor did with at most 30 minutes between.
 */
export const figuresOfBots = async (
	{ runSql, site, query }: SourceContext,
	{ sharedBotLayers }: ProductRules,
): Promise<ByDay> => {
	const querySql = toSql(site.siteId, query);
	const startOf = dayOfSql(query, querySql);
	const { around, sessionMatches } = querySql;
	const isFound = [...sharedBotLayers.map((layer) => `${layer} = 0`)].join(" AND ");
	const isLeftOut =
		sessionMatches === "1"
			? "0"
			: `session_id NOT IN (SELECT session_id FROM (${passingSessions(querySql, [])}))`;
	const bots = `${around} AND ${IS_ACT} AND ${isFound}`;
	const columns = "site_id, user_id, timestamp, type";
	const before =
		"PARTITION BY user_id ORDER BY timestamp ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING";
	const begins = (previous: string) =>
		`toUnixTimestamp64Milli(timestamp) - ${previous} > ${SESSION_IDLE_MS}`;
	const text = `
  SELECT
    ${startOf("timestamp")} AS time,
    toInt64(uniqExactIf(user_id, NOT is_left_out)) - toInt64(uniqExact(user_id)) AS visitors,
    toInt64(countIf(NOT is_left_out AND ${begins("own_before")})) - toInt64(countIf(${begins("any_before")})) AS visits,
    -toInt64(countIf(is_left_out AND type = 'pageview')) AS pageviews
  FROM (
    SELECT *,
      max(toUnixTimestamp64Milli(timestamp)) OVER (${before}) AS any_before,
      max(if(is_left_out, 0, toUnixTimestamp64Milli(timestamp))) OVER (${before}) AS own_before
    FROM (
      SELECT ${columns}, true AS is_left_out
      FROM bots
      WHERE ${bots}
      UNION ALL
      SELECT ${columns}, ${isLeftOut} AS is_left_out
      FROM events
      WHERE ${around} AND ${IS_ACT}
        AND (user_id IN (SELECT user_id FROM bots WHERE ${bots})${
					isLeftOut === "0"
						? ""
						: ` OR user_id IN (SELECT user_id FROM events WHERE ${around} AND ${isLeftOut})`
				})
    )
  )
  WHERE ${querySql.inRange}
  GROUP BY time
  ORDER BY time`;
	return byDay(await runSql<Row>(text, querySql.parameters));
};

/** Our visits minus those that our events make under the other product's rule. */
export const figuresOfSessions = async (
	{ runSql, site, query }: SourceContext,
	{ countsVisitsOnEachDay }: ProductRules,
): Promise<ByDay> => {
	if (!countsVisitsOnEachDay) return new Map();
	const querySql = toSql(site.siteId, query);
	const { parameters } = querySql;
	const startOf = dayOfSql(query, querySql);
	const sessions = passingSessions(querySql, [], {
		more: (act) => [`arraySort(groupUniqArrayIf(${startOf("timestamp")}, ${act})) AS days`],
	});
	const first = startOf("fromUnixTimestamp64Milli({from:Int64}, 'UTC')");
	const end = startOf("fromUnixTimestamp64Milli({to:Int64}, 'UTC')");
	const text = `
  SELECT time, -toInt64(count()) AS visits
  FROM (
    SELECT arrayJoin(arrayPopFront(days)) AS time
    FROM (${sessions})
  )
  WHERE time >= ${first} AND time < ${end}
  GROUP BY time
  ORDER BY time`;
	return byDay(await runSql<Row>(text, parameters));
};

/** Our visitors, who are people where the site identifies them, minus the browsers that they used. */
export const figuresOfPeople = async ({ runSql, site, query }: SourceContext): Promise<ByDay> => {
	const querySql = toSql(site.siteId, query);
	const startOf = bucketSql("day", query.period, querySql.parameters);
	const text = `
  SELECT
    ${startOf("timestamp")} AS time,
    toInt64(uniqExact(${PERSON_NUMBER})) - toInt64(uniqExact(user_id)) AS visitors
  FROM events
  WHERE ${countedRows(querySql)} AND ${IS_ACT}
  GROUP BY time
  HAVING visitors != 0
  ORDER BY time`;
	return byDay(await runSql<Row>(text, querySql.parameters));
};
