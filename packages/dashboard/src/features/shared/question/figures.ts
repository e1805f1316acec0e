// Figures may be amounts, which only this prints.
import "../../../format/money.ts";
import { currencyOf } from "../../../format/currency-of.ts";
import { countTitle, type FigureUnit } from "../../../format/number.ts";
import { CURRENCY, type Figure, type QuestionRow } from "./question.ts";
import type { Answered } from "./use-question.ts";

const UNITS: Readonly<Record<string, FigureUnit>> = {
	count: "count",
	number: "ratio",
	percent: "percent",
	fraction: "percent",
	seconds: "seconds",
	milliseconds: "milliseconds",
};

const CURRENCY_CODE = /^[A-Z]{3}$/;

/** How a metric is formatted. By the dimension `currency`, amounts are in the currency of their row. */
export const unitOf = (
	{ question, answer }: Answered,
	place: number,
	row?: Pick<QuestionRow, "dimensions">,
): FigureUnit => {
	const type = answer.meta.types[question.metrics[place] ?? ""] ?? "";
	if (type !== "money") return UNITS[type] ?? "ratio";
	const currency =
		row?.dimensions[question.dimensions.indexOf(CURRENCY)] ?? answer.meta.currency ?? "";
	return CURRENCY_CODE.test(currency) ? `money ${currency}` : "ratio";
};

/** A figure as a number, to draw and to compare: shares of 1 become per cent, and amounts lose what no number holds. */
export const numberOf = (
	{ question, answer }: Answered,
	place: number,
	value: Figure | undefined,
): number | null => {
	if (value === null || value === undefined) return null;
	const isFraction = answer.meta.types[question.metrics[place] ?? ""] === "fraction";
	return isFraction ? Number(value) * 100 : Number(value);
};

/** Above it, the text has no fraction. */
const LONGEST_EXACT_AMOUNT = 9999.99;

/** The exact figure, where its text is shortened. */
export const figureTitle = (
	value: Figure | undefined,
	unit: FigureUnit,
	locale: string,
): string | undefined => {
	if (value === null || value === undefined) return undefined;
	if (unit === "count") return countTitle(Number(value), locale);
	const currency = currencyOf(unit);
	return currency !== undefined && Math.abs(Number(value)) > LONGEST_EXACT_AMOUNT
		? `${value} ${currency}`
		: undefined;
};

/** Whether the rows of a metric add up to its total, so that each is a share of it. */
export const isShared = ({ question, answer }: Answered): boolean => {
	const [metric = ""] = question.metrics;
	if (question.dimensions.includes(CURRENCY)) return false;
	const isSum = metric === "revenue" || metric.startsWith("sum(");
	return isSum || answer.meta.types[metric] === "count";
};
