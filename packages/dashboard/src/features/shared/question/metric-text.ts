import type { words as english } from "../../../i18n/en/explore.ts";
import type { Words } from "../../../i18n/en.ts";
import { fieldText, valueText } from "../../../layout/text/filter-text.ts";
import { CURRENCY, GOAL, type Question } from "./question.ts";

export type ExploreWords = typeof english;

/** What the names in questions are shown with. */
export interface Naming {
	own: ExploreWords;
	words: Words;
	locale: string;
	/** Names of goals by their number, as far as they are known. */
	goals?: ReadonlyMap<string, string> | undefined;
}

const isKeyOf = <Texts extends object>(texts: Texts, key: string): key is keyof Texts & string =>
	Object.hasOwn(texts, key);

const goalText = (id: string, { own, goals }: Naming): string => goals?.get(id) ?? own.goal(id);

/** A metric as it is displayed; its own text if it is none that is known. */
export const metricText = (metric: string, naming: Naming): string => {
	const { own } = naming;
	if (isKeyOf(own.metric, metric)) return own.metric[metric];
	const [, name = "", argument] = /^(\w+)\((.*)\)$/s.exec(metric) ?? [];
	if (argument !== undefined && isKeyOf(own.metricOf, name)) {
		const isOfGoal = name.startsWith("conversion");
		return own.metricOf[name](isOfGoal ? goalText(argument, naming) : argument);
	}
	const [, vital, percentile = "p75"] = /^(lcp|cls|inp|fcp|ttfb)(?::(p\d+))?$/.exec(metric) ?? [];
	return vital === undefined ? metric : own.vital(vital, percentile);
};

/** A dimension as it is displayed. */
export const dimensionText = (dimension: string, { own, words }: Naming): string => {
	const unit = dimension.startsWith("time:") ? dimension.slice("time:".length) : "";
	if (isKeyOf(own.time, unit)) return own.time[unit];
	if (dimension === "hour_of_day") return own.hourOfDay;
	if (dimension === "day_of_week") return own.dayOfWeek;
	if (dimension === CURRENCY) return own.currency;
	if (dimension === GOAL) return own.goalDimension;
	return fieldText(dimension, words);
};

/** `Sessions by Day`, which is also the first proposal for a name. */
export const questionTitle = (
	{ metrics, dimensions }: Pick<Question, "metrics" | "dimensions">,
	naming: Naming,
): string => {
	const figures = metrics.map((name) => metricText(name, naming)).join(", ");
	const by = dimensions.map((name) => dimensionText(name, naming)).join(", ");
	return by === "" ? figures : `${figures} ${naming.own.question.dimensions.toLowerCase()} ${by}`;
};

/** Monday, 1 January 2024. */
const A_MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** A value of a dimension as it is displayed; times of buckets have their own format. */
export const shownValue = (dimension: string, value: string, naming: Naming): string => {
	if (dimension === "hour_of_day") return `${value.padStart(2, "0")}:00`;
	if (dimension === "day_of_week")
		return new Intl.DateTimeFormat(naming.locale, { weekday: "long", timeZone: "UTC" }).format(
			A_MONDAY + (Number(value) - 1) * DAY_MS,
		);
	if (dimension === GOAL) return goalText(value, naming);
	return valueText(dimension, value, naming);
};

const MONEY_METRICS = [
	"revenue",
	"orders",
	"average_order",
	"revenue_per_user",
	"revenue_per_session",
];

/** The metrics that a site offers, without those of goals and properties. @param currency null on a site without money */
export const metricsOffered = (currency: string | null): readonly string[] => [
	...["sessions", "users", "pageviews", "views_per_session", "bounce_rate", "session_duration"],
	...["time_on_page", "scroll_depth", "events"],
	...(currency === null ? [] : MONEY_METRICS),
	...["errors", "error_sessions", "bots"],
	...["lcp", "cls", "inp", "fcp", "ttfb"].map((vital) => `${vital}:p75`),
	...["lcp", "cls", "inp"].map((vital) => `good_share(${vital})`),
];

/** The dimensions that a site offers. */
export const dimensionsOffered = (currency: string | null): readonly string[] => [
	...["time:day", "time:hour", "time:week", "time:month", "hour_of_day", "day_of_week"],
	...["channel", "referrer", "utm_source", "utm_medium", "utm_campaign", "utm_term"],
	...["utm_content", "pathname", "page_title", "entry_page", "exit_page", "hostname", "event_name"],
	...["country", "region", "city", "language", "timezone", "device_type", "browser"],
	...["browser_version", "operating_system", "operating_system_version", "dimensions", "tag"],
	...["device_model", "app_version", "release", "asn_org"],
	...(currency === null ? [] : [CURRENCY]),
];

/** What can be asked of the numbers in a property. */
export const NUMBER_KINDS = ["sum", "avg", "median", "min", "max", "p90"] as const;
export type NumberKind = (typeof NUMBER_KINDS)[number];

export const numberMetric = (kind: NumberKind, property: string): string => `${kind}(${property})`;
