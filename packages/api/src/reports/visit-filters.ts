import { type StoredVisitColumn, type VisitColumnName, variesBits } from "@footfall/store";
import { testOfFilter } from "../question/condition.ts";
import { type Dimension, dimensionOf } from "../question/dimension.ts";
import type { Filter } from "../question/filters.ts";
import type { Asked, Question } from "../question/question.ts";
import { CHANNEL_OF_VISIT, readByFilter, type ViewText } from "./told-by-visits.ts";

/** What filters ask of rows of `visits`. */
export interface VisitFilters {
	/** About an event, or about a row where no fact of its events varies. "1" where nothing is asked of events. */
	eventMatches: string;
	/** What `eventMatches` reads of each event beside the facts of the first one. */
	texts: readonly ViewText[];
	/** About a session by columns of its visits, of which these are needed. */
	sessionMatches: string;
	sessionColumns: readonly StoredVisitColumn[];
	/**
	 * Sessions with an event that matches, and how many pageviews of theirs do, where rows cannot tell: a row each of
	 * `session_id`, `matching_pageviews`.
	 */
	found?: string;
}

const SESSION: Readonly<
	Record<string, { dimension: Dimension; columns: readonly StoredVisitColumn[] }>
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
const askedOfSessions = (filters: readonly Filter[], bind: Asked["bind"]) => {
	const asked = filters.flatMap((filter) => {
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
		sessionMatches: asked.length === 0 ? "1" : asked.map(({ sql }) => sql).join(" AND "),
		sessionColumns: [...new Set(asked.flatMap(({ columns }) => columns))],
	};
};

/** Sessions with matching events, from the events themselves. */
const foundByEvents = ({ inRange, eventMatches }: Asked) => `
      SELECT session_id, countIf(type = 'pageview') AS matching_pageviews
      FROM events
      WHERE ${inRange} AND ${eventMatches}
      GROUP BY session_id`;

/**
 * Turns a question's filters into what they ask of rows of `visits`.
 * @returns with `varies`, the bits of rows that cannot answer for their events; 0 where each can
 */
export const visitFiltersOf = (
	asked: Asked,
	{ filters }: Question,
): { filters: VisitFilters; varies: number } => {
	const read = filters.filter(isOnEvent).map(({ parameter }) => readByFilter(parameter));
	const ofSessions = askedOfSessions(filters, asked.bind);
	const varies = read.includes(undefined)
		? undefined
		: variesBits(read.flatMap((one) => one?.facts ?? []));
	const texts = [...new Set(read.flatMap((one) => one?.text ?? []))];
	const { eventMatches } = asked;
	if (varies === undefined) return { filters: thatAreFound(asked, ofSessions), varies: 0 };
	return { filters: { eventMatches, texts, ...ofSessions }, varies };
};

/** The same filters, with the events that match looked for among the events. */
export const thatAreFound = (
	asked: Asked,
	{ sessionMatches, sessionColumns }: Pick<VisitFilters, "sessionMatches" | "sessionColumns">,
): VisitFilters => ({
	eventMatches: "1",
	texts: [],
	sessionMatches,
	sessionColumns,
	found: foundByEvents(asked),
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

/** SQL for a column of a row of `visits` as filters leave it. */
export const filteredColumn = (name: VisitColumnName, filters: VisitFilters): string => {
	if (name === "matches") return rowMatches(filters);
	const isPlain = filters.eventMatches === "1";
	if (name === "matching_pageviews") {
		if (filters.texts.length === 0) return `if(${filters.eventMatches}, visits.pageviews, 0)`;
		return `toUInt32(arrayCount((matches, view) -> matches AND view, ${eachMatches(filters)}, visits.views))`;
	}
	return (name === "paths" || name === "titles") && !isPlain ? onlyMatching(name, filters) : name;
};
