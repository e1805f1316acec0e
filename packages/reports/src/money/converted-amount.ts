import type { ExchangeRate } from "@footfall/shared/site";
import type { Bind } from "../query/binding.ts";

const DAY_MS = 86_400_000;

/** SQL over a row of `events`: whether it has money. */
export const HAS_MONEY = "currency != ''";
/** SQL over a row of `events`: whether it is an order. */
export const IS_ORDER = "(currency != '' AND revenue > 0)";

/** The amount of a row of `events` in its own currency, as a type that sums do not overflow. */
export const OWN_AMOUNT = "toDecimal128(revenue, 4)";

/** The currency that amounts are wanted in, and the site's means to convert them. */
export interface Conversion {
	/** ISO 4217. */
	currency: string;
	rates: readonly ExchangeRate[];
	/** The site's, in which rates begin at midnight. */
	timeZone: string;
}

const byCurrency = ({ currency, rates }: Conversion): Map<string, ExchangeRate[]> => {
	const found = new Map<string, ExchangeRate[]>();
	for (const rate of rates)
		if (rate.to === currency) found.set(rate.from, [...(found.get(rate.from) ?? []), rate]);
	for (const list of found.values()) list.sort((one, other) => (one.date < other.date ? -1 : 1));
	return found;
};

/** SQL for no money at all. */
export const NOTHING = "toDecimal128(0, 4)";
/** SQL for an amount that is nothing where there is no rate for it. */
export const orNothing = (amount: string): string => `ifNull(${amount}, ${NOTHING})`;

/** SQL for an amount and for the currency that it is in. */
interface AmountSql {
	amount: string;
	currency: string;
}
const OF_ROW: AmountSql = { amount: OWN_AMOUNT, currency: "currency" };

/**
 * SQL over a row of `events`: its own amount, or another one of its time, in a currency, as `Nullable(Decimal(38, 4))`.
 * Each amount is multiplied by the latest rate of its day or before, in the site's time zone, and rounded to four digits,
 * halves away from zero; sums add what is rounded. NULL where there is no rate: a rate is never inverted, nor made of two
 * others.
 */
export const convertedAmount = (
	conversion: Conversion,
	bind: Bind,
	{ amount, currency: own }: AmountSql = OF_ROW,
): string => {
	const { currency, timeZone } = conversion;
	const cases = [...byCurrency(conversion)].map(([from, rates]) => {
		const days = rates.map(({ date }) => Date.parse(`${date}T00:00:00Z`) / DAY_MS);
		const day = `toInt64(toDate(timestamp, ${bind(timeZone, "String")}))`;
		const at = `arrayLastIndex(day -> day <= ${day}, ${bind(days, "Array(Int64)")})`;
		const texts = bind(
			rates.map(({ rate }) => rate),
			"Array(String)",
		);
		const rate = `arrayMap(rate -> toDecimal128(rate, 10), ${texts})[${at}]`;
		return `${own} = ${bind(from, "String")}, if(${at} = 0, NULL, toDecimal128(round(${amount} * ${rate}, 4), 4))`;
	});
	return `multiIf(${[`${own} = ${bind(currency, "String")}, toNullable(${amount})`, ...cases].join(", ")}, NULL)`;
};

/** SQL for a decimal of four digits as a whole number of ticks of 1/10,000, as `amountOfTicks` reads them. */
export const ticksOf = (amount: string): string => `CAST(${amount} * 10000 AS Int128)`;
