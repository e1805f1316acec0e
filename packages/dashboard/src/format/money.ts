import { currencyOf } from "./currency-of.ts";
import { amounts, LONGEST_WHOLE_COUNT } from "./number.ts";
import { numberFormat } from "./number-format.ts";

const LONGEST_EXACT_AMOUNT = 9999.99;

/** An amount in a currency, above a million shortened like a count. @param isShort from 10,000 without a fraction */
export const moneyText = (
	amount: number,
	currency: string,
	locale: string,
	isShort = false,
): string => {
	const size = Math.abs(amount);
	return numberFormat(locale, {
		style: "currency",
		currency,
		...(size > LONGEST_WHOLE_COUNT
			? { notation: "compact", maximumSignificantDigits: 3 }
			: isShort &&
				size > LONGEST_EXACT_AMOUNT && { minimumFractionDigits: 0, maximumFractionDigits: 0 }),
	}).format(amount);
};

amounts.print = (value, unit, locale) => moneyText(value, currencyOf(unit) ?? "", locale, true);
