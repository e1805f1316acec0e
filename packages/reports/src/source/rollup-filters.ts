import {
	isFirstKnown,
	type SessionColumn,
	type SessionDayColumn,
	unknownValueOf,
	variesBits,
} from "@footfall/store";
import { dimensionOf } from "../query/dimensions.ts";
import type { QuerySql, ReportQuery } from "../query/report-query.ts";
import {
	columnsOfFilter,
	type SessionFilters,
	sessionFiltersOf,
	type ViewText,
} from "./session-columns.ts";

/** The filters of a query as conditions on rows of `visits`. */
export interface RollupFilters extends SessionFilters {
	/** Decides about an event, or about a row of which no attribute varies; "1" without filters on events. */
	eventMatches: string;
	/** Columns of `eventMatches` that each event has of its own. */
	texts: readonly ViewText[];
	/** Rows of `events` that match, where those of `visits` cannot decide. */
	matchingEvents?: string;
}

/** The same filters, with the events that match read from `events`. */
export const matchedByEvents = (
	querySql: QuerySql,
	{ sessionMatches, sessionColumns }: SessionFilters,
): RollupFilters => ({
	eventMatches: "1",
	texts: [],
	sessionMatches,
	sessionColumns,
	matchingEvents: `${querySql.inRange} AND ${querySql.eventMatches}`,
});

/**
 * Turns filters into conditions on rows of `visits`.
 * @param attributes that are shown of the events that match: where a row has such events and others, they must be the
 * same for all
 * @returns with `varies`, the bits of rows that cannot decide for their events; 0 where each can
 */
export const rollupFiltersOf = (
	querySql: QuerySql,
	{ filters }: ReportQuery,
	attributes: readonly SessionDayColumn[],
): { filters: RollupFilters; varies: number } => {
	const ofSessions = sessionFiltersOf(filters, querySql.bind);
	const read = filters
		.filter(({ parameter }) => dimensionOf(parameter)?.on === "event")
		.map(({ parameter }) => columnsOfFilter(parameter));
	const texts = [...new Set(read.flatMap((one) => one?.text ?? []))];
	const needed = read.flatMap((one) => one?.attributes ?? []);
	const varies = read.includes(undefined)
		? undefined
		: variesBits(texts.length > 0 ? [...needed, ...attributes] : needed);
	if (varies === undefined) return { filters: matchedByEvents(querySql, ofSessions), varies: 0 };
	return { filters: { eventMatches: querySql.eventMatches, texts, ...ofSessions }, varies };
};

const ARRAYS = {
	pathname: { ofView: "visits.paths", ofOther: "visits.other_paths" },
	page_title: { ofView: "visits.titles", ofOther: "visits.other_titles" },
} as const;

/** SQL over a row of `visits`: for each event, whether it matches. */
export const matchesOfEvents = ({ eventMatches, texts }: RollupFilters): string => {
	const among = (side: "ofView" | "ofOther") =>
		`arrayMap((${texts.join(", ")}) -> ${eventMatches}, ${texts.map((text) => ARRAYS[text][side]).join(", ")})`;
	return `arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, ${among("ofView")}, ${among("ofOther")})`;
};

/** SQL over a row of `visits`: whether any of its events matches. */
export const rowMatches = (filters: RollupFilters): string =>
	filters.texts.length > 0 ? `has(${matchesOfEvents(filters)}, 1)` : `(${filters.eventMatches})`;

const onlyMatching = (name: "paths" | "titles", filters: RollupFilters) => {
	const texts =
		filters.texts.length > 0
			? `arrayMap((text, matches) -> if(matches, text, ''), visits.${name}, ${matchesOfEvents(filters)})`
			: `if(${filters.eventMatches}, visits.${name}, arrayMap(text -> '', visits.${name}))`;
	return `CAST(${texts} AS Array(LowCardinality(String)))`;
};

/** The first referrer of the events that match. */
const firstReferrer = (filters: RollupFilters) =>
	`arrayFirst((referrer, matches) -> matches AND referrer != '', visits.referrers, ${matchesOfEvents(filters)})`;

/**
 * SQL for a column of a row of `visits` as filters leave it. Attributes stay where none of the row's events match, see
 * `partColumn`.
 */
export const filteredColumn = (name: SessionColumn, filters: RollupFilters): string => {
	const isEach = filters.texts.length > 0;
	if (name === "matches") return rowMatches(filters);
	if (name === "referrer_domain" && isEach) return firstReferrer(filters);
	if (name === "matching_pageviews" && isEach)
		return `toUInt32(arrayCount((matches, view) -> matches AND view, ${matchesOfEvents(filters)}, visits.views))`;
	if (filters.eventMatches === "1")
		return name === "matching_pageviews" ? "visits.pageviews" : name;
	if (name === "matching_pageviews") return `if(${filters.eventMatches}, visits.pageviews, 0)`;
	return name === "paths" || name === "titles" ? onlyMatching(name, filters) : name;
};

/** SQL for a column of `stored` parts of sessions with `matches`: where no event matches, a part has no attributes. */
export const partColumn = (name: SessionColumn): string =>
	isFirstKnown(name)
		? `if(stored.matches, stored.${name}, ${unknownValueOf(name)}) AS ${name}`
		: name;
