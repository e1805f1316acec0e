import type { FigureUnit } from "../../format/number.ts";

const PERCENT = /^(bounce_rate$|scroll_depth$|good_share\()/;
const FRACTION = /^conversion_rate\(/;
const SECONDS = /^(session_duration|time_on_page)$/;
const MILLISECONDS = /^(lcp|inp|fcp|ttfb)(:p\d+)?$/;
const SHIFT = /^cls(:p\d+)?$/;
const COUNT =
	/^(sessions|users|pageviews|events|orders|errors|error_sessions|bots|conversions\(\d+\))$/;
const MONEY = /^(revenue|average_order|revenue_per_\w+|conversion_value\(\d+\))$/;

/** The unit in which a metric is shown. @param currency of the site; null without money */
export const unitOfMetric = (metric: string, currency: string | null): FigureUnit => {
	if (PERCENT.test(metric) || FRACTION.test(metric)) return "percent";
	if (SECONDS.test(metric)) return "seconds";
	if (MILLISECONDS.test(metric)) return "milliseconds";
	if (SHIFT.test(metric)) return "shift";
	if (COUNT.test(metric)) return "count";
	return MONEY.test(metric) && currency !== null ? `money ${currency}` : "ratio";
};

/** A number of the API as it is shown: shares of 1 become per cent. */
export const shownNumber = (metric: string, number: number): number =>
	FRACTION.test(metric) ? Math.round(number * 1e8) / 1e6 : number;

/** The reverse of {@link shownNumber}. */
export const storedNumber = (metric: string, number: number): number =>
	FRACTION.test(metric) ? Math.round(number * 1e6) / 1e8 : number;
