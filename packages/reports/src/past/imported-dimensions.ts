import type { ReportQuery } from "../query/report-query.ts";

/** What daily sums hold of a day or of one of its values, in the words of reports. */
const OF_SESSIONS = [
	...(["sessions", "users", "pageviews", "bounce_rate", "session_duration"] as const),
	...(["pages_per_session", "views_per_session"] as const),
];
const OF_PAGES = ["sessions", "users", "pageviews", "bounce_rate"] as const;

/** A dimension of reports as daily sums know it. */
export interface ImportedDimension {
	/** Its name in `imported_figures`. */
	name: string;
	metrics: readonly string[];
	/**
	 * Filters on it that choose whole rows of the sums: `all`, or only `positive` ones where sessions have several values,
	 * so that a negative filter leaves out sessions by their other values, or `none`.
	 */
	filters: "all" | "positive" | "none";
}

const ofSessions = (name: string): ImportedDimension => ({
	name,
	metrics: OF_SESSIONS,
	filters: "all",
});

const SAME_NAMES = [
	...(["referrer", "utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const),
	...(["country", "region", "device_type", "browser", "browser_version"] as const),
	...(["operating_system", "operating_system_version"] as const),
];

const DIMENSIONS: Readonly<Record<string, ImportedDimension>> = {
	...Object.fromEntries(SAME_NAMES.map((name) => [name, ofSessions(name)])),
	pathname: { name: "page", metrics: OF_PAGES, filters: "positive" },
	entry_page: { name: "entry_page", metrics: OF_PAGES, filters: "all" },
	exit_page: { name: "exit_page", metrics: OF_PAGES, filters: "all" },
	event_name: { name: "event", metrics: ["events", "users"], filters: "none" },
};

/** The days as a whole. */
const TOTALS = ofSessions("");

/** How daily sums know a dimension, or the days as a whole; undefined for one that they do not. */
export const importedDimensionOf = (
	dimension: string | undefined,
): ImportedDimension | undefined =>
	dimension === undefined
		? TOTALS
		: Object.hasOwn(DIMENSIONS, dimension)
			? DIMENSIONS[dimension]
			: undefined;

const NEGATIVE = /^(not_|is_null$)/;

/** Whether the filters of a query choose whole rows of the sums of a dimension. */
export const chooseRows = (
	{ filters, conditions = [] }: Pick<ReportQuery, "filters" | "conditions">,
	dimension: string | undefined,
	{ filters: accepted }: ImportedDimension,
): boolean =>
	conditions.length === 0 &&
	filters.every(
		({ parameter, type }) =>
			parameter === dimension &&
			(accepted === "all" || (accepted === "positive" && !NEGATIVE.test(type))),
	);
