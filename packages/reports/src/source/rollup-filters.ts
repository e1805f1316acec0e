import {
	isFirstKnown,
	type SessionColumn,
	type SessionDayColumn,
	unknownValueOf,
	variesBits,
} from "@footfall/store";
import { testOfFilter } from "../query/condition.ts";
import { type Dimension, dimensionOf } from "../query/dimension.ts";
import type { Filter } from "../query/filters.ts";
import type { QuerySql, ReportQuery } from "../query/report-query.ts";
import { CHANNEL_OF_VISIT, readByFilter, type ViewText } from "./rollup-columns.ts";

/** What filters ask of rows of `visits`. */
export interface VisitFilters {
	/** About an event, or about a row where no fact of its events varies. "1" where nothing is asked of events. */
	eventMatches: string;
	/** What `eventMatches` reads of each event beside the facts of the first one. */
	texts: readonly ViewText[];
	/** About a session by columns of its visits, of which these are needed. */
	sessionMatches: string;
	sessionColumns: readonly SessionDayColumn[];
	/** Rows of `events` that match, where those of `visits` cannot tell. */
	found?: string;
}

const SESSION: Readonly<
	Record<string, { dimension: Dimension; columns: readonly SessionDayColumn[] }>
> = {
	channel: {
		dimension: { on: "session", kind: "channel", sql: () => CHANNEL_OF_VISIT },
		columns: ["outer_channel", "channel"],
	},
	entry_page: {
		dimension: { on: "session", kind: "text", sql: () => "entry_page" },
		columns: ["entry_page"],
	},
	exit_page: {
		dimension: { on: "session", kind: "text", sql: () => "exit_page" },
		columns: ["exit_page"],
	},
	session_duration: {
		dimension: {
			on: "session",
			kind: "seconds",
			sql: () => "((toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began)) / 1000)",
		},
		columns: ["began", "ended"],
	},
	event_name: {
		dimension: { on: "any-event-of-session", kind: "text", sql: () => "event_name" },
		columns: ["event_names"],
	},
};

const isOnEvent = ({ parameter }: Filter) => dimensionOf(parameter)?.on === "event";

/** What the question's filters ask of sessions, by columns of their visits. */
const askedOfSessions = (filters: readonly Filter[], bind: QuerySql["bind"]) => {
	const querySql = filters.flatMap((filter) => {
		const told = SESSION[filter.parameter];
		if (!told) return [];
		const { met, isDenied } = testOfFilter(filter, told.dimension, bind);
		const holds =
			told.dimension.on === "any-event-of-session"
				? `arrayExists(event_name -> ${met}, event_names)`
				: met;
		return [{ sql: isDenied ? `NOT ${holds}` : holds, columns: told.columns }];
	});
	return {
		sessionMatches: querySql.length === 0 ? "1" : querySql.map(({ sql }) => sql).join(" AND "),
		sessionColumns: [...new Set(querySql.flatMap(({ columns }) => columns))],
	};
};

/**
 * Turns a question's filters into what they ask of rows of `visits`.
 * @param wanted facts that are told of the events that match: where a row has such events and others, its facts must be
 * those of all
 * @returns with `varies`, the bits of rows that cannot answer for their events; 0 where each can
 */
export const visitFiltersOf = (
	querySql: QuerySql,
	{ filters }: ReportQuery,
	wanted: readonly SessionDayColumn[],
): { filters: VisitFilters; varies: number } => {
	const read = filters.filter(isOnEvent).map(({ parameter }) => readByFilter(parameter));
	const ofSessions = askedOfSessions(filters, querySql.bind);
	const texts = [...new Set(read.flatMap((one) => one?.text ?? []))];
	const steady = read.flatMap((one) => one?.facts ?? []);
	const varies = read.includes(undefined)
		? undefined
		: variesBits(texts.length > 0 ? [...steady, ...wanted] : steady);
	const { eventMatches } = querySql;
	if (varies === undefined) return { filters: thatAreFound(querySql, ofSessions), varies: 0 };
	return { filters: { eventMatches, texts, ...ofSessions }, varies };
};

/** The same filters, with the events that match looked for among the events. */
export const thatAreFound = (
	querySql: QuerySql,
	{ sessionMatches, sessionColumns }: Pick<VisitFilters, "sessionMatches" | "sessionColumns">,
): VisitFilters => ({
	eventMatches: "1",
	texts: [],
	sessionMatches,
	sessionColumns,
	found: `${querySql.inRange} AND ${querySql.eventMatches}`,
});

const ARRAYS = {
	pathname: { ofView: "visits.paths", ofOther: "visits.other_paths" },
	page_title: { ofView: "visits.titles", ofOther: "visits.other_titles" },
} as const;

/** SQL over a row of `visits`: of each event, whether it matches. */
export const eachMatches = ({ eventMatches, texts }: VisitFilters): string => {
	const among = (side: "ofView" | "ofOther") =>
		`arrayMap((${texts.join(", ")}) -> ${eventMatches}, ${texts.map((text) => ARRAYS[text][side]).join(", ")})`;
	return `arrayMap((view, of_view, of_other) -> if(view, of_view, of_other), visits.views, ${among("ofView")}, ${among("ofOther")})`;
};

/** SQL over a row of `visits`: whether any of its events matches. */
export const rowMatches = (filters: VisitFilters): string =>
	filters.texts.length > 0 ? `has(${eachMatches(filters)}, 1)` : `(${filters.eventMatches})`;

const onlyMatching = (name: "paths" | "titles", filters: VisitFilters) => {
	const texts =
		filters.texts.length > 0
			? `arrayMap((text, matches) -> if(matches, text, ''), visits.${name}, ${eachMatches(filters)})`
			: `if(${filters.eventMatches}, visits.${name}, arrayMap(text -> '', visits.${name}))`;
	return `CAST(${texts} AS Array(LowCardinality(String)))`;
};

/** The first referrer of the events that match. */
const firstReferrer = (filters: VisitFilters) =>
	`arrayFirst((referrer, matches) -> matches AND referrer != '', visits.referrers, ${eachMatches(filters)})`;

/**
 * SQL for a column of a row of `visits` as filters leave it. What a row knows stays there where none of its events match,
 * see `partColumn`.
 */
export const filteredColumn = (name: SessionColumn, filters: VisitFilters): string => {
	if (name === "matches") return rowMatches(filters);
	const isEach = filters.texts.length > 0;
	if (name === "matching_pageviews") {
		if (!isEach) return `if(${filters.eventMatches}, visits.pageviews, 0)`;
		return `toUInt32(arrayCount((matches, view) -> matches AND view, ${eachMatches(filters)}, visits.views))`;
	}
	if (name === "referrer_domain" && isEach) return firstReferrer(filters);
	if (filters.eventMatches === "1") return name;
	return name === "paths" || name === "titles" ? onlyMatching(name, filters) : name;
};

/** SQL for a column of `stored` parts of sessions with `matches`: where no event matches, a part knows nothing. */
export const partColumn = (name: SessionColumn): string => {
	if (!isFirstKnown(name)) return name;
	return `if(stored.matches, stored.${name}, ${unknownValueOf(name)}) AS ${name}`;
};
