import type { OfInstant } from "../query/bucket.ts";
import { countedRows, type QuerySql } from "../query/report-query.ts";
import { activityOfEvents, presenceOfEvents } from "./from-events.ts";
import { filteredColumn, matchesOfEvents, rowMatches } from "./rollup-filters.ts";
import type { Periods, Rows, StepCondition } from "./rows.ts";
import { rolledUpValueOf, rolledUpValuesOf } from "./session-columns.ts";
import {
	completeness,
	eventsBeside,
	joinedSessions,
	type SessionDays,
	sessionsOfDays,
} from "./session-days.ts";

/** The set of sessions among events comes in no order that an index has; to sort it takes as long again as to look. */
const SETS_WITHOUT_INDEX = "use_index_for_in_with_subqueries = 0";

const UNION = "\n      UNION ALL";
const TIME = "fromUnixTimestamp64Milli(time_ms, 'UTC')";

/**
 * Whether all of a row lies in one bucket: both ends do, and it is too short to have left the bucket and come back when
 * a clock was turned back.
 */
const isWithinOne = (bucketOf: OfInstant): string =>
	`(ended < began + INTERVAL 10 MINUTE AND ${bucketOf("began")} = ${bucketOf("ended")})`;

/** A row within one bucket, as nearly all are, is taken as a whole. */
const activityOfRows = (rows: string, { filters }: SessionDays, bucketOf: OfInstant) => {
	const isEach = filters.texts.length > 0;
	return `
      SELECT ${bucketOf("began")} AS bucket, user_id, toUInt64(${filteredColumn("matching_pageviews", filters)}) AS pageviews
      FROM visits
      WHERE ${rows} AND ${rowMatches(filters)} AND ${isWithinOne(bucketOf)}
      UNION ALL
      SELECT ${bucketOf(TIME)} AS bucket, user_id, toUInt64(is_view) AS pageviews
      FROM visits
      ARRAY JOIN times_ms AS time_ms, views AS is_view${isEach ? `, ${matchesOfEvents(filters)} AS matches` : ""}
      WHERE ${rows} AND ${isEach ? "matches" : filters.eventMatches} AND NOT ${isWithinOne(bucketOf)}`;
};

/** Conditions on rows of `visits` and of `events`: whether their session is one of the query. */
const ofCountedSessions = (days: SessionDays) => {
	const { sessionMatches } = days.filters;
	if (sessionMatches === "1") return { ofRows: days.inSessionDays, ofEvents: "1" };
	const { whole, partial } = completeness(days);
	const isJoined = `session_id IN (SELECT session_id FROM (${joinedSessions(days, [])}))`;
	return {
		ofRows: `(${whole} AND ${sessionMatches} OR ${partial} AND ${isJoined})`,
		ofEvents: isJoined,
	};
};

const activity = (
	days: SessionDays,
	{ inRange, eventMatches }: QuerySql,
	bucketOf: OfInstant,
): string => {
	const { matchingEvents, ...filters } = days.filters;
	if (matchingEvents !== undefined) {
		const sessions = `SELECT session_id FROM (${sessionsOfDays({ ...days, filters }, [])})`;
		const counted = filters.sessionMatches === "1" ? "" : ` AND session_id IN (${sessions})`;
		return activityOfEvents(`${inRange} AND ${eventMatches}${counted}`, bucketOf);
	}
	const { ofRows, ofEvents } = ofCountedSessions(days);
	const beside = eventsBeside(days);
	const ofBeside =
		beside === undefined
			? ""
			: `
      UNION ALL ${activityOfEvents(`(${beside}) AND ${eventMatches} AND ${ofEvents}`, bucketOf)}`;
	return `${activityOfRows(ofRows, days, bucketOf)}${ofBeside}`;
};

/**
 * A row of `visits` lies in one day (UTC). Where the wall clock runs evenly, that is at most two days there, which have
 * the row's ends; where the clock is changed, each of its events counts.
 */
const presence = (
	days: SessionDays,
	{ parameters }: QuerySql,
	{ periodOf, changedDays }: Periods,
): string => {
	const beside = eventsBeside(days);
	const ofBeside = beside === undefined ? [] : [presenceOfEvents(beside, periodOf)];
	const endsOf = (rows: string) => `
      SELECT user_id, identified_user_id, ${periodOf("began")} AS first, ${periodOf("ended")} AS last
      FROM visits
      WHERE ${rows}`;
	if (changedDays.length === 0) return [endsOf(days.inSessionDays), ...ofBeside].join(UNION);
	parameters["changed_days"] = [...changedDays];
	const isChanged = "toUInt32(day) IN {changed_days:Array(UInt32)}";
	const ofChanged = `
      SELECT user_id, identified_user_id, ${periodOf(TIME)} AS first, first AS last
      FROM visits
      ARRAY JOIN times_ms AS time_ms
      WHERE ${days.inSessionDays} AND ${isChanged}`;
	return [endsOf(`${days.inSessionDays} AND NOT ${isChanged}`), ofChanged, ...ofBeside].join(UNION);
};

/** Steps on pages are looked for among the paths of session days, and only the others in events. */
const stepTimes = (
	sessions: string,
	querySql: QuerySql,
	steps: readonly StepCondition[],
): string => {
	const secondsOf = (index: number) => `seconds_${index + 1}`;
	const viewed = steps.flatMap(({ ofPath }, index) =>
		ofPath === undefined
			? []
			: [
					`arrayMap(time_ms -> intDiv(time_ms, 1000), arrayFilter((time_ms, path) -> ${ofPath}, times_ms, paths)) AS ${secondsOf(index)}`,
				],
	);
	const others = steps.flatMap(({ ofEvent, ofPath }, index) =>
		ofPath === undefined ? [{ ofEvent, index }] : [],
	);
	const isPageFirst = steps[0]?.ofPath !== undefined;
	const ofPages = `
      SELECT ${["session_id", ...viewed].join(", ")}
      FROM (${sessions})
      ${isPageFirst ? `WHERE notEmpty(${secondsOf(0)})` : ""}`;
	if (others.length === 0) return ofPages;
	const happened = others.map(
		({ ofEvent, index }) =>
			`groupUniqArrayIf(toUnixTimestamp(timestamp), ${ofEvent}) AS ${secondsOf(index)}`,
	);
	return `
    SELECT *
    FROM (${ofPages}
    ) AS visited
    ${isPageFirst ? "LEFT" : "INNER"} ANY JOIN (
      SELECT ${["session_id", ...happened].join(", ")}
      FROM events
      WHERE ${countedRows(querySql)} AND (${others.map(({ ofEvent }) => ofEvent).join(" OR ")})
      GROUP BY session_id
    ) AS happened USING (session_id)`;
};

/**
 * Answers a query from session days as far as they go.
 * @param events what answers the rest
 */
export const fromRollups = (querySql: QuerySql, days: SessionDays, events: Rows): Rows => {
	const { filters } = days;
	const isByEvent = filters.matchingEvents !== undefined;
	const isFiltered = isByEvent || filters.eventMatches !== "1" || filters.sessionMatches !== "1";
	const sessions: Rows["sessions"] = (columns) =>
		// Which views match is known of sessions only.
		isByEvent && columns.some((name) => name === "paths" || name === "titles")
			? events.sessions(columns)
			: sessionsOfDays(days, columns);
	return {
		settings: isFiltered || days.varying ? "" : SETS_WITHOUT_INDEX,
		sessions,
		values: (dimension) => {
			const value = rolledUpValueOf(dimension, querySql.bind);
			if (!value) return events.values(dimension);
			return `
    SELECT toString(${value.sql}) AS value, pageviews
    FROM (${sessions(["pageviews", ...value.columns])})`;
		},
		valuesOf: (dimensions) => {
			const values = rolledUpValuesOf(dimensions, querySql.bind);
			if (!values) return events.valuesOf(dimensions);
			return `
    SELECT ${values.sql} AS values, pageviews
    FROM (${sessions(["pageviews", ...values.columns])})`;
		},
		activity: (bucketOf) => activity(days, querySql, bucketOf),
		presence: (periods) => presence(days, querySql, periods),
		stepTimes: (steps) =>
			isByEvent || steps.every(({ ofPath }) => ofPath === undefined)
				? events.stepTimes(steps)
				: stepTimes(sessions(["times_ms", "paths"]), querySql, steps),
	};
};
