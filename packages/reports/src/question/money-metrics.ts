import { refusedParameters } from "@footfall/shared/api-error";
import { currencyOf } from "@footfall/shared/money/currency";
import { IS_ACT } from "@footfall/store";
import {
	type Conversion,
	convertedAmount,
	HAS_MONEY,
	NOTHING,
	OWN_AMOUNT,
	orNothing,
	ticksOf,
} from "../money/converted-amount.ts";
import { PERSON_NUMBER } from "../query/dimensions.ts";
import { countedRows, toSql } from "../query/report-query.ts";
import type { ReportContext } from "../report/report.ts";
import type { Described, MetricColumn } from "./metric.ts";
import { PLAIN_METRICS, SESSIONS } from "./plain-metrics.ts";

/** The dimension that divides money by its own currency. */
export const CURRENCY = "currency";

/** How amounts are told: converted into one currency, or each in its own. */
export type Money = Conversion | "own";

const amountIn =
	(money: Money): MetricColumn["sql"] =>
	({ bind }) =>
		money === "own" ? `toNullable(${OWN_AMOUNT})` : convertedAmount(money, bind);

/** Sums over amounts that have one; those without a rate are told apart. */
const columnsIn = (money: Money) => {
	const amountOf = amountIn(money);
	const total = (name: string, condition: string): MetricColumn => ({
		name: `c_${name}`,
		sql: (querySql) => `sumIf(${orNothing(amountOf(querySql))}, ${HAS_MONEY}${condition})`,
		nothing: NOTHING,
	});
	return {
		revenue: total("revenue", ""),
		ofOrders: total("order_revenue", " AND revenue > 0"),
		orders: {
			name: "c_orders",
			sql: (querySql) =>
				`countIf(${HAS_MONEY} AND revenue > 0 AND isNotNull(${amountOf(querySql)}))`,
		} satisfies MetricColumn,
	};
};

const per = (whole: string, amount = "c_revenue") =>
	`if(${whole} = 0, ${NOTHING}, divideDecimal(${amount}, toDecimal128(${whole}, 0), 4))`;

const ofMoney = (
	columns: readonly MetricColumn[],
	more: Pick<Described, "value" | "definition"> & Partial<Described>,
): Described => ({
	family: "events",
	rows: () => HAS_MONEY,
	columns,
	type: "money",
	areas: [],
	...more,
});

const USERS = PLAIN_METRICS["users"]?.columns ?? [];

/** The metric of what a goal is worth, with the goal's id as its argument. */
export const GOAL_VALUE = "conversion_value";

/** SQL for ticks of 1/10,000 as an amount. */
export const amountOfTicksSql = (ticks: string): string =>
	`divideDecimal(toDecimal128(${ticks}, 0), toDecimal128(10000, 0), 4)`;

/**
 * SQL over a row for the whole number that a subquery of two columns has beside its key; 0 if it has none. The engine makes
 * a table of both columns once: it would search through a map for each row.
 */
export const lookedUp = (key: string, subquery: string): string => {
	const lists = `(
      SELECT (groupArray(pair.1), groupArray(pair.2))
      FROM (SELECT tuple(*) AS pair FROM (${subquery}))
      WHERE pair.2 != 0)`;
	return `transform(${key}, ${lists}.1, ${lists}.2, toInt64(0))`;
};

/** The amounts of all time, in ticks, of the people who were active and have any. */
const lifetimesIn = (money: Money): MetricColumn => ({
	name: "c_lifetime_ticks",
	sql: (querySql) => {
		const ticks = ticksOf(orNothing(amountIn(money)(querySql)));
		const ofPerson = lookedUp(
			PERSON_NUMBER,
			`SELECT ${PERSON_NUMBER} AS person, toInt64(sum(${ticks}))
        FROM events
        WHERE site_id = {site:UInt32} AND ${HAS_MONEY}
        GROUP BY person`,
		);
		const people = `groupUniqArrayIf((${PERSON_NUMBER}, ${ofPerson}), ${IS_ACT} AND ${ofPerson} != 0)`;
		return `arraySum(one -> toInt128(one.2), ${people})`;
	},
});

/** Metrics of money by their names. */
export const moneyMetrics = (money: Money): Readonly<Record<string, Described>> => {
	const { revenue, ofOrders, orders } = columnsIn(money);
	return {
		revenue: ofMoney([revenue], {
			value: "c_revenue",
			definition: "The sum of amounts in the range, less refunds.",
		}),
		orders: ofMoney([orders], {
			value: "c_orders",
			type: "count",
			definition: "Events in the range with an amount above 0; each order id counts once.",
		}),
		average_order: ofMoney([ofOrders, orders], {
			value: per("c_orders", "c_order_revenue"),
			definition: "The mean amount of an order, refunds aside, to four digits.",
		}),
		revenue_per_user: ofMoney([revenue], {
			with: [{ family: "activity", columns: USERS }],
			value: per("c_users"),
			definition: "Revenue divided by the people who were active, to four digits.",
		}),
		lifetime_value: ofMoney([lifetimesIn(money)], {
			rows: () => IS_ACT,
			with: [{ family: "activity", columns: USERS }],
			value: per("c_users", amountOfTicksSql("c_lifetime_ticks")),
			definition:
				"The revenue of all time of the people who were active in the range, divided by their number, to four digits.",
		}),
		revenue_per_session: ofMoney([revenue], {
			with: [{ family: "sessions", columns: [SESSIONS] }],
			value: per("c_sessions"),
			definition: "Revenue divided by the sessions that began in the range, to four digits.",
		}),
	};
};
export const MONEY_NAMES = Object.keys(moneyMetrics("own"));
/** Whether a metric is told in a currency, or counts what is. */
export const isMoneyName = (name: string): boolean =>
	MONEY_NAMES.includes(name) || name.startsWith(`${GOAL_VALUE}(`);

/**
 * How the amounts of a question are told; undefined if it asks for none.
 * @throws ApiError for an unknown currency, and where neither the question nor the site names one
 */
export const moneyOf = (
	{ site }: { site: Pick<ReportContext["site"], "currency" | "rates" | "timeZone"> },
	{
		metrics,
		dimensions,
		currency,
	}: { metrics: readonly string[]; dimensions: readonly string[]; currency?: string | undefined },
): Money | undefined => {
	const others = metrics.filter((name) => !["revenue", "orders", "average_order"].includes(name));
	if (dimensions.includes(CURRENCY)) {
		if (others[0] !== undefined)
			throw refusedParameters(
				`${others[0]} cannot be broken down by currency: revenue, orders and average_order can`,
			);
		return "own";
	}
	if (!metrics.some(isMoneyName)) return undefined;
	const wanted = currency === undefined ? site.currency : currencyOf(currency);
	if (wanted === undefined)
		throw refusedParameters(
			`"${currency?.slice(0, 40)}" is not an ISO 4217 currency code, such as EUR`,
		);
	if (wanted === null)
		throw refusedParameters(
			'Amounts need a currency, and the site has none: name one, such as "currency": "EUR", or ask by the dimension currency',
		);
	return { currency: wanted, rates: site.rates, timeZone: site.timeZone };
};

/** What a question leaves out of its sums for want of a rate, a sentence for each currency. */
export const withoutRate = async (
	{ runSql, site, query }: Pick<ReportContext, "runSql" | "site" | "query">,
	money: Money | undefined,
): Promise<string[]> => {
	if (money === undefined || money === "own") return [];
	const querySql = toSql(site.siteId, query);
	const rows = await runSql<{ code: string; events: number; amount: string }>(
		`
  SELECT currency AS code, count() AS events, toString(sum(${OWN_AMOUNT})) AS amount
  FROM events
  WHERE ${countedRows(querySql)} AND ${HAS_MONEY} AND isNull(${convertedAmount(money, querySql.bind)})
  GROUP BY code
  ORDER BY code`,
		querySql.parameters,
	);
	return rows.map(
		({ code, events, amount }) =>
			`${amount} ${code} of ${events === 1 ? "one event" : `${events} events`} are left out, because the site has no rate from ${code} to ${money.currency} for their days.`,
	);
};
