import { refusedParameters } from "@footfall/shared/api-error";
import { z } from "zod";
import type { Bind } from "../query/binding.ts";
import { PERSON } from "../query/dimensions.ts";
import { isTrue, textParameter } from "../query/parameters.ts";
import type { QuerySql } from "../query/report-query.ts";
import { count, PLAIN_COLUMNS, type ReportContext, type ReportedSite } from "../report/report.ts";
import { convertedAmount, HAS_MONEY, orNothing } from "./converted-amount.ts";

/** The fields of a person's row that are asked for with `revenue=true`. */
export const lifetimeFields = {
	/** The sum of their amounts of all time, less refunds: a decimal text in the site's currency. */
	revenue: z.string().optional(),
	/** Of all time. */
	orders: count().optional(),
	/** null for those who never ordered. */
	last_order: z.string().nullable().optional(),
};
type Lifetime = Required<z.infer<z.ZodObject<typeof lifetimeFields>>>;

export const revenueParameter = textParameter(
	"`true` adds `revenue`, `orders` and `last_order` of all time, in the site's currency",
);

/** The currency of a site whose money is asked for; undefined if it is not, or if there is none. */
export const currencyOfLifetimes = ({
	site,
	given,
}: {
	site: Pick<ReportedSite, "currency">;
	given: { revenue?: string | undefined };
}): string | undefined =>
	isTrue("revenue", given.revenue) ? (site.currency ?? undefined) : undefined;

/** SQL for the money of people of all time, whatever is asked for of the range. @param people which of them */
export const lifetimesSql = (
	{ currency, rates, timeZone }: Pick<ReportedSite, "currency" | "rates" | "timeZone">,
	bind: Bind,
	people = "1",
): string => {
	if (currency === null)
		throw refusedParameters("sort_by=revenue needs a currency, and the site has none");
	const amount = convertedAmount({ currency, rates, timeZone }, bind);
	const isOrder = `revenue > 0 AND isNotNull(${amount})`;
	return `
    SELECT
      ${PERSON} AS person,
      sum(${orNothing(amount)}) AS lifetime_revenue,
      countIf(${isOrder}) AS lifetime_orders,
      toUnixTimestamp64Milli(maxIf(timestamp, ${isOrder})) AS last_order_ms
    FROM events
    WHERE site_id = {site:UInt32} AND ${HAS_MONEY} AND ${people}
    GROUP BY person`;
};

const NOTHING: Lifetime = { revenue: "0", orders: 0, last_order: null };

/** The money of each of some people, in their order. */
export const lifetimesOf = async (
	{ runSql, site }: Pick<ReportContext, "runSql" | "site">,
	{ bind, parameters }: QuerySql,
	people: readonly string[],
): Promise<Lifetime[]> => {
	if (people.length === 0) return [];
	const rows = await runSql<{ person: string; revenue: string; orders: number; last_ms: number }>(
		`
  SELECT person, toString(lifetime_revenue) AS revenue, lifetime_orders AS orders, last_order_ms AS last_ms
  FROM (${lifetimesSql(site, bind, `${PERSON} IN {people:Array(String)}`)})`,
		{ ...parameters, people },
		PLAIN_COLUMNS,
	);
	const known = new Map(
		rows.map(({ person, revenue, orders, last_ms }): [string, Lifetime] => [
			person,
			{ revenue, orders, last_order: orders === 0 ? null : new Date(last_ms).toISOString() },
		]),
	);
	return people.map((person) => known.get(person) ?? NOTHING);
};
