import { refusedParameters } from "@footfall/shared/api-error";
import { SESSION_MAX_MS } from "@footfall/shared/limits";
import { amountOfTicks } from "@footfall/shared/money/amount";
import { currencyOf } from "@footfall/shared/money/currency";
import { NEVER_MS, sessionRowsFromEvents } from "@footfall/store";
import { z } from "zod";
import { PERSON_NUMBER } from "../query/dimensions.ts";
import { pageOf, pageParameters } from "../query/page.ts";
import { dimensionParameter, oneOf, sessionParameter, textParameter } from "../query/parameters.ts";
import { countedRows, type QuerySql, toSql } from "../query/report-query.ts";
import { count, type ReportContext, report } from "../report/report.ts";
import { runPage } from "../report/rows.ts";
import { sessionValueOf } from "../source/from-events.ts";
import { convertedAmount, HAS_MONEY, OWN_AMOUNT, ticksOf } from "./converted-amount.ts";

const MODELS = ["first", "last", "last_non_direct", "linear"] as const;
type Model = (typeof MODELS)[number];
const LOOKBACKS = ["30", "90"] as const;
const DAY_MS = 86_400_000;

/** An order is divided like an amount, into ticks of 1/10,000: its parts add up to 1. */
const ORDER_TICKS = 10_000;

const amount = () => z.string().describe("A decimal, exact to 4 digits");
const orders = () => z.number().min(0);

const Row = z
	.object({
		/** "" for sessions without a value; `Direct` where the dimension is the channel. */
		value: z.string(),
		currency: z.string(),
		/** Sessions that got a part of an order or a refund. */
		sessions: count(),
		/** Parts of orders, up to four digits: with `linear`, an order after three sessions gives each a third. */
		orders: orders(),
		revenue: amount(),
	})
	.meta({ component: "AttributedRevenue" });
const Total = Row.pick({ currency: true, orders: true, revenue: true }).meta({
	component: "RevenueTotal",
});
const LeftOut = z
	.object({
		currency: z.string(),
		/** First and last day without a rate, in the site's time zone. */
		first: z.string(),
		last: z.string(),
		events: count(),
		revenue: amount(),
	})
	.meta({ component: "UnconvertedRevenue" });

interface StoredRow {
	value: string;
	currency: string;
	sessions: number;
	order_ticks: number;
	/** Decimal text of a whole number. */
	ticks: string;
	total_rows: number;
}

/** How money is read from rows: its currency and its amount, and which rows have one. */
interface Money {
	currency: string;
	amount: string;
	rows: string;
}

/** Which of the sessions `reached`, sorted by time, get a part: a session is (began, id, value, whether it came from elsewhere). */
const CREDITED: Readonly<Record<Model, string>> = {
	first: "[reached[1]]",
	last: "[reached[-1]]",
	last_non_direct:
		"[if(empty(arrayFilter(one -> one.4, reached)), reached, arrayFilter(one -> one.4, reached))[-1]]",
	linear: "reached",
};

/** Parts of a whole number, all equal but the last one, which has the remainder. */
const parts = (whole: string) =>
	`arrayMap(nth -> if(nth = length(credited), ${whole} - intDiv(${whole}, length(credited)) * (length(credited) - 1), intDiv(${whole}, length(credited))), arrayEnumerate(credited))`;

/** The same as `PERSON_NUMBER` of a row, also beside a session's columns of the same names. */
const PERSON_OF_ROW =
	"if(events.identified_user_id = '', events.user_id, cityHash64(events.identified_user_id))";

/**
 * SQL for the sessions of the people with money: those that began up to the lookback before the range, so that each is
 * whole. Filters choose the money, not the sessions that led to it.
 */
const sessionsSql = (
	querySql: QuerySql,
	{ query, parameter, money }: { query: ReportContext["query"]; parameter: string; money: Money },
	lookbackMs: number,
): string => {
	const { from, to } = query.period;
	const plain = { ...querySql, eventMatches: "1", denied: [] };
	const { sql, columns, more } = sessionValueOf(plain, parameter, 1);
	const where = [
		"site_id = {site:UInt32}",
		...(from === undefined
			? []
			: [
					`timestamp >= fromUnixTimestamp64Milli({from:Int64} - ${lookbackMs + SESSION_MAX_MS}, 'UTC')`,
				]),
		...(to === undefined
			? []
			: [`timestamp < fromUnixTimestamp64Milli({to:Int64} + ${2 * SESSION_MAX_MS}, 'UTC')`]),
		`${PERSON_OF_ROW} IN (SELECT ${PERSON_NUMBER} FROM events WHERE ${money.rows})`,
	];
	const suspected = query.leavesOutSuspected ? (["suspected"] as const) : [];
	const names = new Set([
		...(["began", "user_id", "identified_user_id", "outer_channel"] as const),
		...columns,
		...suspected,
	]);
	const rows = sessionRowsFromEvents([...names], { where: where.join("\n      AND "), more });
	return `
    SELECT
      session_id,
      ${PERSON_NUMBER} AS person,
      (toUnixTimestamp64Milli(began), session_id, ${sql}, outer_channel != '') AS visit
    FROM (${rows})
    WHERE began < fromUnixTimestamp64Milli(${NEVER_MS}, 'UTC')${suspected.length > 0 ? " AND suspected = 0" : ""}`;
};

const attributionSql = (
	sessions: string,
	{ money, model, lookbackMs }: { money: Money; model: Model; lookbackMs: number },
): string => `
  SELECT
    visit.3 AS value,
    conversion.3 AS currency,
    uniqExact(visit.2) AS sessions,
    sum(part_of_order) AS order_ticks,
    toString(sum(part) AS sum_of_parts) AS ticks,
    count() OVER () AS total_rows
  FROM (
    SELECT
      conversion,
      arrayFilter(one -> one.2 = conversion.1
        OR (one.1 <= conversion.2 AND one.1 >= conversion.2 - ${lookbackMs}), visits) AS reached,
      ${CREDITED[model]} AS credited,
      ${parts("conversion.4")} AS amounts,
      ${parts("conversion.5")} AS orders
    FROM (
      SELECT arraySort(groupArray(visit)) AS visits, arrayFlatten(groupArray(conversions)) AS conversions
      FROM (${sessions}) AS session
      LEFT JOIN (
        SELECT
          session_id,
          groupArray((session_id, toUnixTimestamp64Milli(timestamp), ${money.currency}, ${ticksOf(money.amount)}, toInt64(if(revenue > 0, ${ORDER_TICKS}, 0)))) AS conversions
        FROM events
        WHERE ${money.rows}
        GROUP BY session_id
      ) AS sold USING (session_id)
      GROUP BY person
      HAVING notEmpty(conversions)
    )
    ARRAY JOIN conversions AS conversion
  )
  ARRAY JOIN credited AS visit, amounts AS part, orders AS part_of_order
  GROUP BY value, currency
  ORDER BY currency, sum_of_parts DESC, order_ticks DESC, value`;

const ordersOf = (ticks: number): number => ticks / ORDER_TICKS;

/** What the rows add up to, and what has no rate. */
const totalsOf = async (
	{ runSql, site }: Pick<ReportContext, "runSql" | "site">,
	{ querySql, money, rows }: { querySql: QuerySql; money: Money; rows: string },
) => {
	const day = `toString(toDate(timestamp, ${querySql.bind(site.timeZone, "String")}))`;
	const found = await runSql<{
		code: string;
		is_left_out: number;
		orders: number;
		events: number;
		ticks: string;
		first: string;
		last: string;
	}>(
		`
  SELECT
    is_left_out, if(is_left_out, currency, ${money.currency}) AS code,
    count() AS events, countIf(revenue > 0) AS orders,
    toString(sum(${ticksOf(`if(is_left_out, ${OWN_AMOUNT}, assumeNotNull(${money.amount}))`)})) AS ticks,
    min(${day}) AS first, max(${day}) AS last
  FROM (SELECT *, isNull(${money.amount}) AS is_left_out FROM events WHERE ${rows})
  GROUP BY is_left_out, code
  ORDER BY code`,
		querySql.parameters,
	);
	return {
		totals: found
			.filter((row) => !row.is_left_out)
			.map(({ code, orders, ticks }) => ({
				...{ currency: code, orders, revenue: amountOfTicks(BigInt(ticks)) },
			})),
		left_out: found
			.filter((row) => row.is_left_out)
			.map(({ code, first, last, events, ticks }) => ({
				...{ currency: code, first, last, events, revenue: amountOfTicks(BigInt(ticks)) },
			})),
	};
};

/** @throws ApiError for an unknown code */
const wantedCurrency = (text: string | undefined): string | undefined => {
	if (!text) return undefined;
	const code = currencyOf(text);
	if (code === undefined)
		throw refusedParameters(
			`Invalid currency ${JSON.stringify(text.slice(0, 40))}`,
			"currency: an ISO 4217 code, such as EUR",
		);
	return code;
};

export const revenueAttribution = report({
	path: "/revenue/attribution",
	summary:
		"Revenue and orders of the range by the sessions that led to them, up to 30 or 90 days before; the rows add up to all revenue",
	description:
		"To judge what pays off. Amounts are decimal texts in `currency`; `left_out` has those without an exchange rate.",
	tag: "Overview",
	areas: ["overview", "sources"],
	extra: {
		parameter: dimensionParameter(
			"Dimension whose values get the revenue: any of `/metric` except event_name; channel by default",
		),
		model: textParameter(
			"Which sessions of the person get it: `first`, `last` (default), `last_non_direct` (the last one from a campaign, a search engine or another site; without one, the last), or `linear` (all of them, in equal parts)",
		),
		lookback: textParameter("How many days before the event sessions count: 30 (default) or 90"),
		currency: textParameter(
			"ISO 4217 code: amounts are converted by the site's rates, and those without a rate are listed in `left_out`. By default each currency has rows of its own",
		),
		...pageParameters(100),
	},
	response: z.object({
		data: z
			.object({
				data: z.array(Row),
				totalCount: count(),
				totals: z.array(Total),
				left_out: z.array(LeftOut),
			})
			.meta({ component: "RevenueAttribution" }),
	}),
	answer: async (context) => {
		const { runSql, site, query, given } = context;
		const parameter = sessionParameter(given.parameter ?? "channel");
		const model = oneOf("model", given.model, MODELS, "last");
		const lookbackMs = Number(oneOf("lookback", given.lookback, LOOKBACKS, "30")) * DAY_MS;
		const wanted = wantedCurrency(given.currency);
		const querySql = toSql(site.siteId, query);
		const counted = `${countedRows(querySql)}
      AND ${HAS_MONEY}`;
		const converted =
			wanted === undefined
				? undefined
				: convertedAmount(
						{ currency: wanted, rates: site.rates, timeZone: site.timeZone },
						querySql.bind,
					);
		const money: Money =
			wanted === undefined || converted === undefined
				? { currency: "currency", amount: OWN_AMOUNT, rows: counted }
				: {
						currency: querySql.bind(wanted, "String"),
						amount: `assumeNotNull(${converted})`,
						rows: `${counted}
      AND isNotNull(${converted})`,
					};
		const sessions = sessionsSql(querySql, { query, parameter, money }, lookbackMs);
		const sql = attributionSql(sessions, { money, model, lookbackMs });
		const ofTotals = { ...money, amount: converted ?? OWN_AMOUNT };
		const [found, totals] = await Promise.all([
			runPage<StoredRow>(runSql, sql, querySql.parameters, pageOf(given, 100)),
			totalsOf(context, { querySql, money: ofTotals, rows: counted }),
		]);
		return {
			data: {
				data: found.rows.map(({ value, currency, sessions, order_ticks, ticks }) => ({
					...{ value, currency, sessions, orders: ordersOf(order_ticks) },
					revenue: amountOfTicks(BigInt(ticks)),
				})),
				totalCount: found.totalCount,
				...totals,
			},
		};
	},
});
