import {
	isFirstKnown,
	partColumns,
	type SessionColumn,
	sessionRowsFromEvents,
	sessionRowsFromParts,
} from "@footfall/store";
import type { QuerySql, ReportQuery } from "../query/report-query.ts";
import type { RunSql } from "../report/report.ts";
import type { RolledUpDays } from "./rolled-up-days.ts";
import {
	filteredColumn,
	matchedByEvents,
	partColumn,
	type RollupFilters,
	rollupFiltersOf,
	rowMatches,
} from "./rollup-filters.ts";
import { attributesOf } from "./session-columns.ts";

/** The rows of `visits`, one per session and day, that answer a query, and what is read beside them. */
export interface SessionDays {
	/** Conditions on rows of `visits`. */
	inSessionDays: string;
	/** Rows of `events` of the days that are not rolled up; undefined where there are none. */
	inEvents: string | undefined;
	/** Rows of `events` of sessions that `inSessionDays` leaves out, as their rows do not have the answer. */
	varying?: string;
	filters: RollupFilters;
}

/** Facts that a report needs beside the columns of sessions. */
export interface Needs {
	/** The dimensions by which sessions are grouped, where filters decide which events have a say. */
	by?: readonly string[];
	/** Under which ids people were active. */
	people?: boolean;
	/** When steps were reached: of few matching events, these themselves tell it sooner. */
	stepTimes?: boolean;
}

/** Of so many sessions at most one may be read from its events because its row does not have the answer. */
const LEAST_SESSIONS_PER_VARYING = 4;

/** How rows of `visits` answer a query; undefined where the events must. */
export const sessionDaysOf = async (
	{ runSql, query }: { runSql: RunSql; query: ReportQuery },
	querySql: QuerySql,
	{ inSessionDays, inEvents }: RolledUpDays,
	{ by = [], people = false }: Needs,
): Promise<SessionDays | undefined> => {
	const attributes = by.flatMap((dimension) => attributesOf(dimension) ?? []);
	const { filters, varies } = rollupFiltersOf(querySql, query, [...new Set(attributes)]);
	const days = { inSessionDays, inEvents, filters };
	if (!people && varies === 0) return days;
	const varying = people ? "people > 1" : `(bitAnd(varies, ${varies}) != 0)`;
	const [rows] = await runSql<{ varying: number; stored: number }>(
		`SELECT countIf(${varying}) AS varying, count() AS stored FROM visits WHERE ${inSessionDays}`,
		querySql.parameters,
	);
	if (!rows || rows.varying === 0) return days;
	if (rows.varying * LEAST_SESSIONS_PER_VARYING > rows.stored)
		return people ? undefined : { ...days, filters: matchedByEvents(querySql, filters) };
	const sessions = `SELECT session_id FROM visits WHERE ${inSessionDays} AND ${varying}`;
	return {
		...days,
		// A session without other rows needs no look at a set.
		inSessionDays: `${inSessionDays} AND NOT ${varying} AND (crosses = 0 OR session_id NOT IN (${sessions} AND crosses = 1))`,
		varying: `${querySql.inRange} AND session_id IN (${sessions})`,
	};
};

/** Rows of `events` that are read beside session days; undefined where there are none. */
export const eventsBeside = ({ inEvents, varying }: SessionDays): string | undefined => {
	const rows = [inEvents, varying].filter((one) => one !== undefined);
	return rows.length === 0 ? undefined : rows.map((one) => `(${one})`).join(" OR ");
};

/** Conditions on rows of `visits`: whether the row is its whole session, or others belong to it. */
export const completeness = ({
	inSessionDays,
	inEvents,
}: Pick<SessionDays, "inSessionDays" | "inEvents">) => {
	const elsewhere = inEvents && `(SELECT session_id FROM events WHERE ${inEvents})`;
	return {
		whole: `${inSessionDays} AND crosses = 0 ${elsewhere ? `AND session_id NOT IN ${elsewhere}` : ""}`,
		partial: `${inSessionDays} AND (crosses = 1 ${elsewhere ? `OR session_id IN ${elsewhere}` : ""})`,
	};
};

/**
 * SQL for parts of sessions from events that are read beside session days, by day: a session may have been there before a
 * rolled-up day and after it, and no two parts of it may overlap.
 */
export const partsOfEvents = (
	names: readonly SessionColumn[],
	where: string,
	counted?: string,
): string =>
	sessionRowsFromEvents(names, {
		where,
		counted,
		keys: ["toDate(events.timestamp) AS day_of_event"],
	});

const columnsOf = (names: readonly SessionColumn[], filters: RollupFilters) =>
	["session_id", ...names.map((name) => `${filteredColumn(name, filters)} AS ${name}`)].join(", ");

/** Parts of sessions from rows of `visits`. */
const partsOfRows = (
	days: SessionDays,
	needed: readonly SessionColumn[],
	isCounted: boolean,
): string => {
	const rows = `
      SELECT ${columnsOf(needed, days.filters)} FROM visits WHERE ${completeness(days).partial}`;
	if (!isCounted || !needed.some(isFirstKnown)) return rows;
	return `
      SELECT ${["session_id", ...needed.map(partColumn)].join(", ")} FROM (${rows}) AS stored`;
};

/** A row per session that has several parts. */
export const joinedSessions = (days: SessionDays, names: readonly SessionColumn[]): string => {
	const { eventMatches, sessionMatches, sessionColumns } = days.filters;
	const counted = eventMatches === "1" ? undefined : eventMatches;
	const all = [
		...new Set([...names, ...sessionColumns, ...(counted ? (["matches"] as const) : [])]),
	];
	const needed = partColumns(all);
	const beside = eventsBeside(days);
	const ofEvents =
		beside === undefined
			? ""
			: `
      UNION ALL
      SELECT ${["session_id", ...needed].join(", ")} FROM (${partsOfEvents(needed, beside, counted)})`;
	return `
    SELECT ${["session_id", ...names].join(", ")}
    FROM (${sessionRowsFromParts(all, `${partsOfRows(days, needed, counted !== undefined)}${ofEvents}`)})
    WHERE ${counted ? "matches AND " : ""}${sessionMatches}`;
};

/** Sessions with events among `matchingEvents`. */
const sessionsOfMatching = (
	days: SessionDays,
	names: readonly SessionColumn[],
	matchingEvents: string,
): string => {
	const { matchingEvents: _, ...filters } = days.filters;
	const isOfMatching = (name: SessionColumn) => name === "matching_pageviews" || isFirstKnown(name);
	const columns = names.map(
		(name) => `${isOfMatching(name) ? "matching" : "session"}.${name} AS ${name}`,
	);
	const ofSession = names.filter((name) => !isOfMatching(name));
	return `
    SELECT ${["session.session_id AS session_id", ...columns].join(", ")}
    FROM (${sessionsOfDays({ ...days, filters }, ofSession)}) AS session
    INNER JOIN (${sessionRowsFromEvents(names.filter(isOfMatching), { where: matchingEvents, counted: "1" })}) AS matching
      ON session.session_id = matching.session_id`;
};

/** SQL for a row per session. Nearly every session is one row as it is stored; only those of several are put together. */
export const sessionsOfDays = (days: SessionDays, names: readonly SessionColumn[]): string => {
	const { filters } = days;
	if (filters.matchingEvents !== undefined)
		return sessionsOfMatching(days, names, filters.matchingEvents);
	return `
    SELECT ${columnsOf(names, filters)} FROM visits
    WHERE ${completeness(days).whole} AND ${rowMatches(filters)} AND ${filters.sessionMatches}
    UNION ALL ${joinedSessions(days, names)}`;
};
