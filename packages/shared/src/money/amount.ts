import { withoutTrailing } from "../text/without-trailing.ts";

/** Digits after the point of a stored amount. */
export const AMOUNT_DIGITS = 4;
/** The largest absolute amount: 10^12. */
export const MAX_AMOUNT = 1_000_000_000_000;

const AMOUNT = /^(-?)(\d{1,13})(?:\.(\d{1,4}))?$/;
const MAX_TICKS = BigInt(MAX_AMOUNT) * 10n ** BigInt(AMOUNT_DIGITS);

/** The decimal text of ticks of 1/10,000, without zeros at its end. */
export const amountOfTicks = (ticks: bigint): string => {
	const sign = ticks < 0n ? "-" : "";
	const digits = (ticks < 0n ? -ticks : ticks).toString().padStart(AMOUNT_DIGITS + 1, "0");
	const fraction = withoutTrailing(digits.slice(-AMOUNT_DIGITS), "0");
	const whole = digits.slice(0, -AMOUNT_DIGITS);
	return `${sign}${whole}${fraction === "" ? "" : `.${fraction}`}`;
};

/** Decimal text in ticks of 1/10,000; `undefined` for any other text, and for an amount that is too large. */
export const ticksOfAmount = (text: string): bigint | undefined => {
	const [, sign, whole = "", fraction = ""] = AMOUNT.exec(text) ?? [];
	if (sign === undefined) return undefined;
	const ticks = BigInt(whole + fraction.padEnd(AMOUNT_DIGITS, "0"));
	if (ticks > MAX_TICKS) return undefined;
	return sign === "" ? ticks : -ticks;
};

/**
 * An amount as decimal text, in its shortest form: from decimal text, or from a JSON number by its shortest decimal
 * text. `undefined` for anything else: signs of currencies, commas, exponents, more than four digits after the point.
 */
export const amountOf = (value: unknown): string | undefined => {
	if (typeof value !== "string" && typeof value !== "number") return undefined;
	const ticks = ticksOfAmount(String(value));
	return ticks === undefined ? undefined : amountOfTicks(ticks);
};
