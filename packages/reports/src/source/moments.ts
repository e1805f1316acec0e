import type { QuerySql } from "../query/report-query.ts";
import { eachMatches, filteredColumn, rowMatches, type VisitFilters } from "./rollup-filters.ts";
import {
	isWithinOne,
	joinedSessions,
	readEvents,
	type SealedVisits,
	sessionsFromVisits,
	standing,
} from "./sealed-visits.ts";

type StartOf = (instant: string) => string;

/** Who did something in a bucket, and pageviews there. */
export const momentsOf = (rows: string, startOf: StartOf) => `
      SELECT ${startOf("timestamp")} AS bucket, user_id, toUInt64(type = 'pageview') AS pageviews
      FROM events
      WHERE ${rows}`;

const NO_FILTERS: VisitFilters = {
	eventMatches: "1",
	texts: [],
	sessionMatches: "1",
	sessionColumns: [],
};

/** A visit that lies within one bucket, as nearly all do, is taken as a whole. */
const ofRows = (rows: string, filters: VisitFilters, startOf: StartOf) => {
	const isEach = filters.texts.length > 0;
	return `
      SELECT ${startOf("began")} AS bucket, user_id, toUInt64(${filteredColumn("matching_pageviews", filters)}) AS pageviews
      FROM visits
      WHERE ${rows} AND ${rowMatches(filters)} AND ${isWithinOne(startOf)}
      UNION ALL
      SELECT ${startOf("fromUnixTimestamp64Milli(time_ms, 'UTC')")} AS bucket, user_id, toUInt64(is_view) AS pageviews
      FROM visits
      ARRAY JOIN times_ms AS time_ms, views AS is_view${isEach ? `, ${eachMatches(filters)} AS matches` : ""}
      WHERE ${rows} AND ${isEach ? "matches" : filters.eventMatches} AND NOT ${isWithinOne(startOf)}`;
};

/** SQL about rows of `visits` and of `events`: whether their session is one of those that are asked for. */
const meantSessions = (visits: SealedVisits, { sessionMatches }: VisitFilters) => {
	if (sessionMatches === "1") return { ofVisits: visits.inVisits, ofEvents: "1" };
	const { alone, joined } = standing(visits);
	const together = `session_id IN (SELECT session_id FROM (${joinedSessions(visits, [])}))`;
	return {
		ofVisits: `(${alone} AND ${sessionMatches} OR ${joined} AND ${together})`,
		ofEvents: together,
	};
};

/** The same as `momentsOf`, from visits and what is read beside them. */
export const momentsOfVisits = (
	visits: SealedVisits,
	{ inRange, eventMatches }: QuerySql,
	startOf: StartOf,
) => {
	const { found, ...filters } = visits.filters ?? NO_FILTERS;
	if (found !== undefined) {
		const meant =
			filters.sessionMatches === "1"
				? ""
				: ` AND session_id IN (SELECT session_id FROM (${sessionsFromVisits({ ...visits, filters }, [])}))`;
		return momentsOf(`${inRange} AND ${eventMatches}${meant}`, startOf);
	}
	const { ofVisits, ofEvents } = meantSessions(visits, filters);
	const events = readEvents(visits);
	const beside =
		events === undefined
			? ""
			: `
      UNION ALL ${momentsOf(`(${events}) AND ${eventMatches} AND ${ofEvents}`, startOf)}`;
	return `${ofRows(ofVisits, filters, startOf)}${beside}`;
};
