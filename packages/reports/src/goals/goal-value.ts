import { amountOf } from "@footfall/shared/money/amount";
import type { Goal } from "../definitions/goal.ts";
import {
	type Conversion,
	convertedAmount,
	HAS_MONEY,
	orNothing,
} from "../money/converted-amount.ts";
import type { Bind } from "../query/binding.ts";
import { dimensionOf } from "../query/dimensions.ts";

/**
 * SQL for an aggregate over the rows of a session: what a goal is worth in it; undefined for a goal without a value. A
 * fixed value counts once per session, other values with each event that reaches the goal; amounts without a rate count as
 * nothing.
 * @param conversion into the currency in which it is told
 * @param reached SQL over a row: whether it reaches the goal
 */
export const goalValue = (
	{ goalType, config: { value, valueFrom } }: Goal,
	conversion: Conversion,
	{ reached, bind }: { reached: string; bind: Bind },
): string | undefined => {
	const sumOf = (amount: string, condition: string) => `sumIf(${orNothing(amount)}, ${condition})`;
	if (value) {
		const amount = `toDecimal128(${bind(amountOf(value.amount) ?? "0", "String")}, 4)`;
		const converted = convertedAmount(conversion, bind, {
			amount,
			currency: bind(value.currency, "String"),
		});
		return orNothing(`argMinIf(${converted}, timestamp, ${reached})`);
	}
	if (valueFrom === "revenue")
		return sumOf(convertedAmount(conversion, bind), `${reached} AND ${HAS_MONEY}`);
	const [, key] = /^prop:(.*)$/s.exec(valueFrom ?? "") ?? [];
	const text = dimensionOf(`${goalType === "path" ? "url_param" : "prop"}:${key}`)?.sql(bind);
	return key === undefined || text === undefined
		? undefined
		: sumOf(`toDecimal128OrNull(${text}, 4)`, reached);
};
