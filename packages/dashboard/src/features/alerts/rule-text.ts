import { figureText } from "../../format/number.ts";
import { numberFormat } from "../../format/number-format.ts";
import type { words as english } from "../../i18n/en/alerts.ts";
import { filterText } from "../../layout/text/filter-text.ts";
import { metricText, type Naming } from "../shared/question/metric-text.ts";
import { dividedFilters } from "../shared/question/question-filters.ts";
import { type AlertRule, COMPARISONS, comparisonOf, partsOf, type Subject } from "./alert-draft.ts";
import { shownNumber, unitOfMetric } from "./metric-unit.ts";

export type AlertWords = typeof english;

/** What rules are written with. */
export interface RuleWording {
	own: AlertWords;
	naming: Naming;
	/** Of the site; null without money. */
	currency: string | null;
}

/** A share as a person types it: `50 %`, without a decimal that says nothing. */
export const shareText = (share: number, locale: string): string =>
	numberFormat(locale, { style: "percent", maximumFractionDigits: 1 }).format(share);

/** A number of a metric: `100`, `2.5 s`, `30%`. */
export const metricNumberText = (
	metric: string,
	number: number,
	{ naming, currency }: Omit<RuleWording, "own">,
): string => {
	const { locale } = naming;
	const unit = unitOfMetric(metric, currency);
	const shown = shownNumber(metric, number);
	if (unit === "percent") return shareText(shown / 100, locale);
	const isWhole = Number.isInteger(shown);
	if (unit === "ratio" || (unit === "count" && !isWhole))
		return numberFormat(locale, { maximumFractionDigits: 2 }).format(shown);
	return figureText(shown, unit, locale);
};

const subjectText = (rule: AlertRule, wording: RuleWording): string => {
	const { own, naming } = wording;
	const { condition, metric = "", threshold = 0, goalId } = rule;
	const comparison = comparisonOf(rule);
	if (comparison) {
		const figure = metricText(metric, naming);
		const isShare = COMPARISONS[comparison].condition === "change";
		const number = isShare
			? shareText(threshold, naming.locale)
			: metricNumberText(metric, threshold, wording);
		return own.rule[comparison](figure, number);
	}
	if (condition === "vital_poor") return own.rule.vital_poor(metricText(metric, naming));
	if (condition === "goal_stopped") {
		const id = String(goalId);
		return own.rule.goal_stopped(naming.goals?.get(id) ?? own.rule.goal(id));
	}
	return condition === "silent" ? own.rule.silent : own.rule.new_error;
};

/** The filters of a rule in words; "" for none. */
export const filtersText = (
	rule: Pick<AlertRule, "filters">,
	{ words, locale }: Naming,
): string => {
	const { filters, where } = dividedFilters(rule.filters);
	const texts = filters.map((filter) => filterText(filter, { words, locale }).whole);
	return [...texts, ...(where ? [JSON.stringify(where)] : [])].join(", ");
};

/** A rule in words: `Sessions below 100 within one hour, for 10 min (Country is Germany)`. */
export const ruleText = (rule: AlertRule, wording: RuleWording): string => {
	const { own, naming } = wording;
	const subject: Subject = comparisonOf(rule) ? "figure" : (rule.condition as Subject);
	const { hasWindow, hasDuration } = partsOf(subject);
	let text = subjectText(rule, wording);
	if (hasWindow) text = own.rule.within(text, own.form.windows[rule.window]);
	if (hasDuration && rule.for > 0) text = own.rule.lasting(text, String(rule.for));
	const filters = filtersText(rule, naming);
	return filters === "" ? text : own.rule.filtered(text, filters);
};

/** Whether the names of goals are needed to write a rule. */
export const namesGoalIn = ({ condition, metric = "" }: AlertRule): boolean =>
	condition === "goal_stopped" || metric.startsWith("conversion");
