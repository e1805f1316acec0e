import { IS_ACT, type SessionColumn, type SessionDayColumn } from "@footfall/store";
import { isNegative, requiredDimension } from "../query/condition.ts";
import { filtersWithin, selectsEvents } from "../query/condition-tree.ts";
import { hasEventFilters, type QuerySql, type ReportQuery } from "../query/report-query.ts";

/** Texts that `visits` has for each act. */
const TEXTS = ["pathname", "page_title"] as const;
type ActText = (typeof TEXTS)[number];

/** Conditions on single acts of a row of `visits`, over their texts. */
interface ActCondition {
	sql: string;
	texts: readonly ActText[];
}

/** The filters of a query as conditions on rows of `visits`. */
export interface SessionDayFilters {
	/** Conditions that an act must meet to count; undefined if all acts count. */
	counted: ActCondition | undefined;
	/** Conditions that no act of a session may meet; undefined if there are none. */
	denied: ActCondition | undefined;
	/** Over columns of a session; "1" without filters on sessions. */
	sessionMatches: string;
	sessionColumns: readonly SessionDayColumn[];
	/** Rows of `events` that match, if those of `visits` cannot decide. */
	matchingEvents?: string;
}

const isText = (parameter: string): parameter is ActText =>
	(TEXTS as readonly string[]).includes(parameter);

/** Whether every filter on single events applies to a text that `visits` has. */
const textsOf = (parameters: readonly string[]): readonly ActText[] | undefined =>
	parameters.every(isText) ? [...new Set(parameters)] : undefined;

/** Turns filters into conditions on rows of `visits`. */
export const sessionDayFiltersOf = (
	querySql: QuerySql,
	{ filters, conditions = [] }: Pick<ReportQuery, "filters" | "conditions">,
): SessionDayFilters => {
	const { around, eventMatches, denied, sessionMatches, sessionColumns } = querySql;
	const none = { counted: undefined, denied: undefined, sessionMatches, sessionColumns };
	if (!hasEventFilters(querySql)) return none;
	const ofEvents = [...filters, ...conditions.filter(selectsEvents).flatMap(filtersWithin)].filter(
		(filter) => requiredDimension(filter).on === "event",
	);
	const parametersOf = (isDenied: boolean) =>
		ofEvents.filter((filter) => isNegative(filter) === isDenied).map(({ parameter }) => parameter);
	const countedTexts = textsOf(parametersOf(false));
	const deniedTexts = textsOf(parametersOf(true));
	const isMet = `(${denied.join(" OR ")})`;
	const rows = `${around} AND ${IS_ACT}`;
	const withoutDenied =
		denied.length === 0 || deniedTexts
			? sessionMatches
			: `(${sessionMatches}) AND session_id NOT IN (SELECT session_id FROM events WHERE ${rows} AND ${isMet})`;
	return {
		sessionMatches: withoutDenied,
		sessionColumns,
		counted:
			eventMatches === "1" || !countedTexts
				? undefined
				: { sql: eventMatches, texts: countedTexts },
		denied: denied.length === 0 || !deniedTexts ? undefined : { sql: isMet, texts: deniedTexts },
		...(eventMatches !== "1" && !countedTexts && { matchingEvents: `${rows} AND ${eventMatches}` }),
	};
};

const ARRAYS = {
	pathname: { ofView: "visits.paths", ofOther: "visits.other_paths" },
	page_title: { ofView: "visits.titles", ofOther: "visits.other_titles" },
} as const;

/** SQL over a row of `visits`: for each of its acts, whether it meets a condition. */
export const actsThatMeet = ({ sql, texts }: ActCondition): string => {
	const among = (side: "ofView" | "ofOther") =>
		`arrayMap((${texts.join(", ")}) -> ${sql}, ${texts.map((text) => ARRAYS[text][side]).join(", ")})`;
	return `arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, ${among("ofView")}, ${among("ofOther")})`;
};

/** SQL over a row of `visits`: whether it passes the filters on single acts. */
export const rowPasses = ({ counted, denied }: SessionDayFilters): string =>
	[
		"acts > 0",
		...(counted ? [`has(${actsThatMeet(counted)}, 1)`] : []),
		...(denied ? [`NOT has(${actsThatMeet(denied)}, 1)`] : []),
	].join(" AND ");

const onlyMatching = (name: "paths" | "titles", counted: ActCondition) =>
	`CAST(arrayMap((text, is_met) -> if(is_met, text, ''), visits.${name}, ${actsThatMeet(counted)}) AS Array(LowCardinality(String)))`;

/** What is required of a row of `visits`. */
interface Asked {
	filters: SessionDayFilters;
	/** SQL for whether a time in ms is in the range; undefined if the whole row is. */
	isInRange: ((ms: string) => string) | undefined;
	/** Whether texts of views that do not match are omitted. */
	ofMatching: boolean;
}

/** The acts of a row that count, one by one, as conditions and the arrays that these refer to. */
const countedActs = ({ filters: { counted }, isInRange }: Asked) => [
	...(counted ? [{ name: "is_met", of: actsThatMeet(counted), holds: "is_met" }] : []),
	...(isInRange ? [{ name: "time_ms", of: "visits.times_ms", holds: isInRange("time_ms") }] : []),
];

/** SQL for a column of a session from a row of `visits`, as a query counts it. */
export const columnOfRow = (name: SessionColumn, asked: Asked): string => {
	const { counted, denied } = asked.filters;
	if (name === "matches") return counted ? `has(${actsThatMeet(counted)}, 1)` : "acts > 0";
	if (name === "is_denied") return denied ? `has(${actsThatMeet(denied)}, 1)` : "0";
	if (name === "is_present" || name === "views_in_range") {
		const isOfViews = name === "views_in_range";
		const acts = countedActs(asked);
		if (acts.length === 0) return isOfViews ? "visits.pageviews" : "acts > 0";
		const all = isOfViews
			? [...acts, { name: "is_view", of: "visits.views", holds: "is_view" }]
			: acts;
		const test = `(${all.map((act) => act.name).join(", ")}) -> ${all.map(({ holds }) => holds).join(" AND ")}, ${all.map(({ of }) => of).join(", ")}`;
		return isOfViews ? `toUInt32(arrayCount(${test}))` : `arrayExists(${test})`;
	}
	if (counted && asked.ofMatching && (name === "paths" || name === "titles"))
		return onlyMatching(name, counted);
	return name;
};
