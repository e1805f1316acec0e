import type { SiteConfig } from "../config/site-config.ts";

export type Rate = SiteConfig["rates"][number];

/** The most entries of a site. */
export const MOST_EVENTS = 50;
export const MOST_RATES = 1000;

const CODE = /^[a-z]{3}$/i;
const RATE = /^\d{1,10}(\.\d{1,10})?$/;

/** A typed currency as it is saved: null for none, `undefined` for what cannot be a code. */
export const currencyFrom = (text: string): string | null | undefined => {
	const typed = text.trim();
	if (typed === "") return null;
	return CODE.test(typed) ? typed.toUpperCase() : undefined;
};

const keyOf = ({ date, from, to }: Rate) => `${date} ${from} ${to}`;

/** What is wrong with a typed rate. */
export type RateFault = "date" | "currency" | "rate" | "repeated" | "full";

/** A typed rate as it is saved, or what is wrong with it. */
export const rateFrom = (typed: Rate, there: readonly Rate[]): Rate | RateFault => {
	const [from, to] = [currencyFrom(typed.from), currencyFrom(typed.to)];
	// A comma is the decimal sign of many people.
	const rate = typed.rate.trim().replace(",", ".");
	if (!typed.date) return "date";
	if (!from || !to || from === to) return "currency";
	if (!RATE.test(rate) || !/[1-9]/.test(rate)) return "rate";
	const wanted = { date: typed.date, from, to, rate };
	if (there.some((one) => keyOf(one) === keyOf(wanted))) return "repeated";
	return there.length >= MOST_RATES ? "full" : wanted;
};

/** The latest first. */
export const sortedRates = (rates: readonly Rate[]): Rate[] =>
	[...rates].sort((one, other) =>
		one.date === other.date ? (keyOf(one) < keyOf(other) ? -1 : 1) : one.date < other.date ? 1 : -1,
	);
