import {
	isOfQuery,
	partColumns,
	type SessionColumn,
	sessionRowsFromEvents,
	sessionRowsFromParts,
} from "@footfall/store";
import type { QuerySql } from "../query/report-query.ts";
import type { RolledUpDays } from "./rolled-up-days.ts";
import { columnOfRow, rowPasses, type SessionDayFilters } from "./session-day-filters.ts";

/** The rows of `visits`, one per session and day, that answer a query, and the events that are read in addition. */
export interface SessionDays extends RolledUpDays {
	filters: SessionDayFilters;
	querySql: QuerySql;
}

/** Conditions on rows of `visits`: whether the row is a whole session or one of several parts. */
export const completeness = ({
	inSessionDays,
	inEvents,
}: Pick<RolledUpDays, "inSessionDays" | "inEvents">) => {
	const elsewhere = inEvents && `(SELECT session_id FROM events WHERE ${inEvents})`;
	return {
		whole: `crosses = 0 ${elsewhere ? `AND session_id NOT IN ${elsewhere}` : ""}`,
		partial: `${inSessionDays} AND (crosses = 1 ${elsewhere ? `OR session_id IN ${elsewhere}` : ""})`,
	};
};

/**
 * Which sessions are selected: those that began in the range, those that did or have a counted act in it, or all that
 * may be either.
 */
export type Wanted = "begun" | "present" | "near";

const conditionOf = (
	wanted: Wanted,
	{ beganInRange, overlapsRange }: QuerySql,
	isPresent = "is_present",
): string => {
	if (wanted === "begun") return beganInRange;
	return wanted === "present" ? `(${beganInRange} OR ${isPresent})` : overlapsRange;
};

/** Columns that a condition refers to. */
const COLUMNS_OF: Readonly<Record<Wanted, readonly SessionColumn[]>> = {
	begun: ["began"],
	present: ["began", "is_present"],
	near: ["began", "last_act"],
};

/** What a query counts of events, for sessions assembled from events. */
export const countingOf = (
	{ inRange, eventMatches, denied }: QuerySql,
	{ counted, denied: deniedActs }: SessionDayFilters,
	names: readonly SessionColumn[],
	ofMatching: boolean,
) => ({
	...(counted && { isCounted: eventMatches }),
	...(counted && ofMatching && { isShown: eventMatches }),
	...(deniedActs && { isDenied: denied.join(" OR ") }),
	...(names.some(isOfQuery) && { isInRange: inRange }),
});

/** Parts of the sessions with several parts: rows of `visits`, and events that are read in addition. */
const partsOf = (days: SessionDays, names: readonly SessionColumn[], ofMatching: boolean) => {
	const { filters, querySql, inEvents } = days;
	const asked = { filters, isInRange: querySql.isInRange, ofMatching };
	const ofRows = `
      SELECT ${["session_id", ...names.map((name) => `${columnOfRow(name, asked)} AS ${name}`)].join(", ")}
      FROM visits
      WHERE ${completeness(days).partial}`;
	if (inEvents === undefined) return ofRows;
	// By day: a session may have been active before and after a rolled-up day, and its parts must not overlap.
	const ofEvents = sessionRowsFromEvents(names, {
		where: inEvents,
		keys: ["toDate(events.timestamp) AS day_of_event"],
		counting: countingOf(querySql, filters, names, ofMatching),
	});
	return `${ofRows}
      UNION ALL
      SELECT ${["session_id", ...names].join(", ")} FROM (${ofEvents})`;
};

/** A row per session with several parts. */
export const joinedSessions = (
	days: SessionDays,
	names: readonly SessionColumn[],
	wanted: Wanted,
	ofMatching = false,
): string => {
	const { filters, querySql } = days;
	const all = [
		...new Set<SessionColumn>([
			...names,
			...COLUMNS_OF[wanted],
			...filters.sessionColumns,
			...(filters.counted ? (["matches"] as const) : []),
			...(filters.denied ? (["is_denied"] as const) : []),
		]),
	];
	const conditions = [
		...(filters.counted ? ["matches"] : []),
		...(filters.denied ? ["NOT is_denied"] : []),
		...(filters.sessionMatches === "1" ? [] : [filters.sessionMatches]),
		conditionOf(wanted, querySql),
	];
	return `
    SELECT ${["session_id", ...names].join(", ")}
    FROM (${sessionRowsFromParts(all, partsOf(days, partColumns(all), ofMatching))})
    WHERE ${conditions.join(" AND ")}`;
};

/** Rows of `visits` that are whole sessions and may be selected. */
const wholeRows = (
	days: SessionDays,
	names: readonly SessionColumn[],
	wanted: Wanted,
	ofMatching: boolean,
): string[] => {
	const { filters, querySql, ofWholeDays, ofPartialDays } = days;
	const select = (rows: string, isInRange: QuerySql["isInRange"] | undefined) => {
		const asked = { filters, isInRange, ofMatching };
		const conditions = [
			...[rows, completeness(days).whole, rowPasses(filters)],
			...(filters.sessionMatches === "1" ? [] : [filters.sessionMatches]),
			...(isInRange ? [conditionOf(wanted, querySql, columnOfRow("is_present", asked))] : []),
		];
		return `
    SELECT ${["session_id", ...names.map((name) => `${columnOfRow(name, asked)} AS ${name}`)].join(", ")}
    FROM visits
    WHERE ${conditions.join(" AND ")}`;
	};
	return [
		...(ofWholeDays === "0" ? [] : [select(ofWholeDays, undefined)]),
		...(ofPartialDays === "0" ? [] : [select(ofPartialDays, querySql.isInRange)]),
	];
};

/** Sessions with matching events, which rows of `visits` cannot determine. */
const sessionsOfMatching = (
	days: SessionDays,
	names: readonly SessionColumn[],
	wanted: Wanted,
	matchingEvents: string,
): string => {
	const { querySql } = days;
	const { matchingEvents: _, ...filters } = days.filters;
	const ofMatching = [...new Set(["matches" as const, ...COLUMNS_OF[wanted], ...names])].filter(
		isOfQuery,
	);
	const ofSession = [...new Set([...COLUMNS_OF[wanted], ...names])].filter(
		(name) => !isOfQuery(name),
	);
	const columns = [
		...ofSession.map((name) => `session.${name} AS ${name}`),
		...ofMatching.map((name) => `matching.${name} AS ${name}`),
	];
	return `
    SELECT *
    FROM (
      SELECT ${["session.session_id AS session_id", ...columns].join(", ")}
      FROM (${sessionsOfDays({ ...days, filters }, ofSession, "near")}) AS session
      INNER JOIN (${sessionRowsFromEvents(ofMatching, { where: matchingEvents, counting: { isInRange: querySql.inRange } })}) AS matching
        ON session.session_id = matching.session_id
    )
    WHERE ${conditionOf(wanted, querySql)}`;
};

/** SQL for a row per session. Nearly every session is one stored row; only sessions with several rows are assembled. */
export const sessionsOfDays = (
	days: SessionDays,
	names: readonly SessionColumn[],
	wanted: Wanted,
	ofMatching = false,
): string => {
	const { matchingEvents } = days.filters;
	if (matchingEvents !== undefined) return sessionsOfMatching(days, names, wanted, matchingEvents);
	return [
		...wholeRows(days, names, wanted, ofMatching),
		joinedSessions(days, names, wanted, ofMatching),
	].join(`
    UNION ALL`);
};
