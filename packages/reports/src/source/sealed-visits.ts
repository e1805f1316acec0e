import {
	DAY_DIGEST,
	isFirstKnown,
	partColumns,
	type SessionColumn,
	type SessionDayColumn,
	sessionRowsFromEvents,
	sessionRowsFromParts,
} from "@footfall/store";
import type { QuerySql, ReportQuery } from "../query/report-query.ts";
import { LIMITS, PROJECTED_LIMITS, type RunSql } from "../report/report.ts";
import {
	filteredColumn,
	partColumn,
	rowMatches,
	thatAreFound,
	type VisitFilters,
	visitFiltersOf,
} from "./rollup-filters.ts";

const DAY_MS = 86_400_000;
/** The store knows days from 1970 on, and as many. */
const MOST_DAYS = 65_535;
/** Stretches that are read from events; beyond it the statement would cost more than it saves. */
const MOST_STRETCHES = 12;

/** How the range of a question is answered: its sealed days from `visits`, what is left from `events`. */
export interface SealedVisits {
	/** Rows of `visits`. */
	inVisits: string;
	/** Rows of `events` that no sealed day has; undefined where there are none. */
	inEvents: string | undefined;
	/** Rows of `events` of sessions that `inVisits` leaves out, as their rows cannot answer the filters. */
	varying?: string;
	/** What filters ask of the rows; absent where there are none. */
	filters?: VisitFilters;
	/** How many days `inVisits` are, where all of them have totals. */
	daysWithTotals?: number | undefined;
}

interface Day {
	day: number;
	events: number;
	/** Decimal text of 64 bits; "0" where the day is not sealed. */
	seal: string;
	has_totals: number;
}

/**
 * The events of days as they are, and the seal that was made of the same. Both are of one moment: what changes later
 * changes the answer of a question that is asked later.
 */
const TEXT = `
  SELECT toUInt32(day) AS day, events, toString(seal) AS seal, has_totals
  FROM (
    SELECT toDate(timestamp) AS day, count() AS events, ${DAY_DIGEST} AS digest
    FROM events
    WHERE site_id = {site:UInt32}
      AND toDate(timestamp) >= toDate({first_day:UInt32}) AND toDate(timestamp) < toDate({end_day:UInt32})
    GROUP BY toDate(timestamp)
  ) AS stored
  LEFT JOIN (
    SELECT day, events, digest, seal, has_totals FROM sealed_days FINAL
    WHERE site_id = {site:UInt32}
  ) AS sealed USING (day, events, digest)
  ORDER BY day
  ${PROJECTED_LIMITS}`;

/** Half-open stretches of a range that no sealed day covers; undefined = open. */
const restOf = (
	{ from, to }: { from: number | undefined; to: number | undefined },
	sealed: readonly Day[],
): { from: number | undefined; to: number | undefined }[] => {
	const rest: { from: number | undefined; to: number | undefined }[] = [];
	let start = from;
	for (const { day } of sealed) {
		const begin = day * DAY_MS;
		if (start === undefined || start < begin) rest.push({ from: start, to: begin });
		start = begin + DAY_MS;
	}
	if (to === undefined || start === undefined || start < to) rest.push({ from: start, to });
	return rest;
};

/** Looks which days of a range are sealed. */
const sealedRangeOf = async (
	runSql: RunSql,
	{ parameters, bind }: QuerySql,
	{ period: { from, to } }: ReportQuery,
): Promise<SealedVisits | undefined> => {
	const firstDay = Math.ceil(Math.max(0, from ?? 0) / DAY_MS);
	const endDay = Math.min(Math.floor((to ?? Number.POSITIVE_INFINITY) / DAY_MS), MOST_DAYS);
	if (firstDay >= endDay) return undefined;
	// All reports of a dashboard look at the same days.
	const days: readonly Day[] = await runSql<Day>(
		TEXT,
		{ site: parameters["site"] ?? 0, first_day: firstDay, end_day: endDay },
		{ coalesce: true },
	);
	const sealed = days.filter(({ seal }) => seal !== "0");
	const sum = (some: readonly Day[]) => some.reduce((events, day) => events + day.events, 0);
	const rest = restOf({ from, to }, sealed);
	const [first] = sealed;
	if (first === undefined || 2 * sum(sealed) < sum(days) || rest.length > MOST_STRETCHES)
		return undefined;
	parameters["seals"] = sealed.map(({ seal }) => BigInt(seal));
	const at = (instant: number) => `fromUnixTimestamp64Milli(${bind(instant, "Int64")}, 'UTC')`;
	const stretches = rest.map(({ from, to }) =>
		[
			...(from === undefined ? [] : [`timestamp >= ${at(from)}`]),
			...(to === undefined ? [] : [`timestamp < ${at(to)}`]),
		].join(" AND "),
	);
	return {
		inVisits: `site_id = {site:UInt32}
      AND day >= toDate(${bind(first.day, "UInt32")}) AND day <= toDate(${bind(sealed.at(-1)?.day ?? 0, "UInt32")})
      AND seal IN {seals:Array(UInt64)}`,
		inEvents:
			stretches.length === 0
				? undefined
				: `site_id = {site:UInt32} AND (${stretches.map((stretch) => `(${stretch})`).join(" OR ")})`,
		daysWithTotals: sealed.every((day) => day.has_totals) ? sealed.length : undefined,
	};
};

const isFiltered = ({ eventMatches, sessionMatches }: QuerySql) =>
	eventMatches !== "1" || sessionMatches !== "1";

/**
 * Looks which days of a range are sealed, for questions without filters.
 * @returns undefined where the events themselves are to be read: there are filters, or little is sealed
 */
export const sealedVisitsOf = async (
	runSql: RunSql,
	querySql: QuerySql,
	query: ReportQuery,
): Promise<SealedVisits | undefined> =>
	isFiltered(querySql) ? undefined : sealedRangeOf(runSql, querySql, query);

/** Of so many sessions one at most may be read from its events as its row cannot answer; else all matching events are. */
const LEAST_SESSIONS_PER_VARYING = 4;

/**
 * Looks which days of a range are sealed, and how their rows answer the question's filters.
 * @param wanted facts that are told of the events that match
 * @returns undefined where the events themselves are to be read, as little is sealed
 */
export const filteredVisitsOf = async (
	runSql: RunSql,
	querySql: QuerySql,
	query: ReportQuery,
	wanted: readonly SessionDayColumn[] = [],
): Promise<SealedVisits | undefined> => {
	const visits = await sealedRangeOf(runSql, querySql, query);
	if (!visits || !isFiltered(querySql)) return visits;
	const { filters, varies } = visitFiltersOf(querySql, query, wanted);
	if (varies === 0) return { ...visits, filters };
	const varying = `(bitAnd(varies, ${varies}) != 0)`;
	const [rows] = await runSql<{ varying: number; stored: number }>(
		`SELECT countIf(${varying}) AS varying, count() AS stored FROM visits WHERE ${visits.inVisits} ${LIMITS}`,
		querySql.parameters,
	);
	if (!rows || rows.varying === 0) return { ...visits, filters };
	if (rows.varying * LEAST_SESSIONS_PER_VARYING > rows.stored)
		return { ...visits, filters: thatAreFound(querySql, filters) };
	const sessions = `SELECT session_id FROM visits WHERE ${visits.inVisits} AND ${varying}`;
	return {
		// A session without other rows needs no look at a set.
		inVisits: `${visits.inVisits} AND NOT ${varying} AND (crosses = 0 OR session_id NOT IN (${sessions} AND crosses = 1))`,
		inEvents: visits.inEvents,
		varying: `${querySql.inRange} AND session_id IN (${sessions})`,
		filters,
	};
};

const sessionsOf = (rows: string) => `SELECT session_id FROM events WHERE ${rows}`;

/** Rows of `events` that are read beside visits, whatever they are there for. */
export const readEvents = ({ inEvents, varying }: SealedVisits): string | undefined => {
	const rows = [inEvents, varying].filter((one) => one !== undefined);
	return rows.length === 0 ? undefined : rows.map((one) => `(${one})`).join(" OR ");
};

/** SQL about rows of `visits`: whether the row is its session as it stands, and whether others belong to it. */
export const standing = ({ inVisits, inEvents }: SealedVisits) => ({
	alone: `${inVisits} AND crosses = 0 ${inEvents === undefined ? "" : `AND session_id NOT IN (${sessionsOf(inEvents)})`}`,
	joined: `${inVisits} AND (crosses = 1 ${inEvents === undefined ? "" : `OR session_id IN (${sessionsOf(inEvents)})`})`,
});

/**
 * SQL for parts of sessions from events that are read beside visits, by day: a session may have been there before a
 * sealed day and after it, and no two parts of it may overlap.
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

/** Parts of sessions from rows of `visits`. */
const partsOfRows = (
	visits: SealedVisits,
	needed: readonly SessionColumn[],
	isCounted: boolean,
): string => {
	const { filters } = visits;
	const columns = needed.map((name) =>
		filters ? `${filteredColumn(name, filters)} AS ${name}` : name,
	);
	const rows = `
      SELECT ${["session_id", ...columns].join(", ")} FROM visits WHERE ${standing(visits).joined}`;
	if (!isCounted || !needed.some(isFirstKnown)) return rows;
	return `
      SELECT ${["session_id", ...needed.map(partColumn)].join(", ")} FROM (${rows}) AS stored`;
};

/** Sessions that are put together, of those that count. */
export const joinedSessions = (visits: SealedVisits, names: readonly SessionColumn[]): string => {
	const { filters } = visits;
	const counted = filters && filters.eventMatches !== "1" ? filters.eventMatches : undefined;
	const told = [
		...new Set([
			...names,
			...(filters?.sessionColumns ?? []),
			...(counted === undefined ? [] : (["matches"] as const)),
		]),
	];
	const needed = partColumns(told);
	const events = readEvents(visits);
	const ofEvents =
		events === undefined
			? ""
			: `
      UNION ALL
      SELECT ${["session_id", ...needed].join(", ")} FROM (${partsOfEvents(needed, events, counted)})`;
	return `
    SELECT ${["session_id", ...names].join(", ")} FROM (${sessionRowsFromParts(
			told,
			`${partsOfRows(visits, needed, counted !== undefined)}${ofEvents}`,
		)})
    ${filters ? `WHERE ${counted === undefined ? "" : "matches AND "}${filters.sessionMatches}` : ""}`;
};

/** Sessions of which events were found; what filters ask of the sessions themselves is left to their rows. */
const foundSessions = (
	visits: SealedVisits,
	{ found, ...filters }: VisitFilters & { found: string },
	names: readonly SessionColumn[],
): string => {
	const isOfFound = (name: SessionColumn) => name === "matching_pageviews" || isFirstKnown(name);
	const of = (name: SessionColumn) => `${isOfFound(name) ? "found" : "session"}.${name} AS ${name}`;
	const told = names.filter((name) => !isOfFound(name));
	return `
    SELECT ${["session.session_id AS session_id", ...names.map(of)].join(", ")}
    FROM (${sessionsFromVisits({ ...visits, filters }, told)}) AS session
    INNER JOIN (${sessionRowsFromEvents(names.filter(isOfFound), { where: found, counted: "1" })}) AS found
      ON session.session_id = found.session_id`;
};

/**
 * SQL for a row per session of the question, with what `visits` tells of it. Nearly every session is a row as it stands;
 * only those that may have another are put together.
 */
export const sessionsFromVisits = (
	visits: SealedVisits,
	names: readonly SessionColumn[],
): string => {
	const { filters } = visits;
	if (filters?.found !== undefined)
		return foundSessions(visits, { ...filters, found: filters.found }, names);
	const row = names.map((name) => (filters ? `${filteredColumn(name, filters)} AS ${name}` : name));
	return `
    SELECT ${["session_id", ...row].join(", ")} FROM visits WHERE ${standing(visits).alone}
      ${filters ? `AND ${rowMatches(filters)} AND ${filters.sessionMatches}` : ""}
    UNION ALL ${joinedSessions(visits, names)}`;
};
/**
 * SQL that tells of a row of `visits` that all of it lies in one bucket: its ends do, and it is too short to have left
 * the bucket and come back when a clock was turned back.
 */
export const isWithinOne = (startOf: (instant: string) => string): string =>
	`(ended < began + INTERVAL 10 MINUTE AND ${startOf("began")} = ${startOf("ended")})`;
