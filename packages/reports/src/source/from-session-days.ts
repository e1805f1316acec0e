import { IS_ACT, type SessionColumn } from "@footfall/store";
import type { OfInstant } from "../query/bucket.ts";
import { dimensionOf, PERSON_NUMBER } from "../query/dimensions.ts";
import { hasEventFilters, type QuerySql } from "../query/report-query.ts";
import {
	activityOfEvents,
	listOfValues,
	presenceOfEvents,
	selectedWith,
	shownValueOf,
} from "./from-events.ts";
import { hasViewTexts, type Periods, type Rows, type StepCondition } from "./rows.ts";
import { actsThatMeet, columnOfRow, rowPasses } from "./session-day-filters.ts";
import { completeness, joinedSessions, type SessionDays, sessionsOfDays } from "./session-days.ts";

/** The set of sessions among events has no order that an index could use; sorting it takes as long as the lookup. */
const SETS_WITHOUT_INDEX = "use_index_for_in_with_subqueries = 0";

const UNION = "\n      UNION ALL";
const TIME = "fromUnixTimestamp64Milli(time_ms, 'UTC')";

/**
 * Whether all acts of a row lie in one bucket: the first and the last do, and the row is too short to have left the
 * bucket and returned when the clock was set back.
 */
const isWithinOne = (bucketOf: OfInstant): string =>
	`(last_act < began + INTERVAL 10 MINUTE AND ${bucketOf("began")} = ${bucketOf("last_act")})`;

/** Rows of `visits` with acts in the range. */
const touching = ({ ofWholeDays, ofPartialDays }: SessionDays): string =>
	[ofWholeDays, ofPartialDays].filter((rows) => rows !== "0").join(" OR ") || "0";

/** A row within one bucket of a day that the range contains, the usual case, is taken as a whole. */
const activityOfRows = (sessions: string, days: SessionDays, bucketOf: OfInstant) => {
	const { filters, ofWholeDays, querySql } = days;
	const { counted } = filters;
	const asked = { filters, isInRange: undefined, ofMatching: false };
	const isMatching = counted ? `, ${actsThatMeet(counted)} AS matches` : "";
	const one = `((${ofWholeDays}) AND ${isWithinOne(bucketOf)})`;
	return `
      SELECT ${bucketOf("began")} AS bucket, ${PERSON_NUMBER} AS person, toUInt64(${columnOfRow("views_in_range", asked)}) AS pageviews
      FROM visits
      WHERE ${one} AND ${sessions} AND ${columnOfRow("matches", asked)}
      UNION ALL
      SELECT ${bucketOf(TIME)} AS bucket, ${PERSON_NUMBER} AS person, toUInt64(is_view) AS pageviews
      FROM visits
      ARRAY JOIN times_ms AS time_ms, views AS is_view${isMatching}
      WHERE (${touching(days)}) AND NOT ${one} AND ${sessions}
        AND ${querySql.isInRange("time_ms")}${counted ? " AND matches" : ""}`;
};

/** Conditions on rows of `visits` and of `events`: whether filters let their session pass. */
const ofPassingSessions = (days: SessionDays) => {
	const { sessionMatches, denied } = days.filters;
	if (sessionMatches === "1" && !denied) return { ofRows: "1", ofEvents: "1" };
	// Whether it matches is evaluated for each act.
	const filters = { ...days.filters, counted: undefined };
	const { whole, partial } = completeness(days);
	const isJoined = `session_id IN (SELECT session_id FROM (${joinedSessions({ ...days, filters }, [], "near")}))`;
	return {
		ofRows: `(${whole} AND ${rowPasses(filters)} AND ${sessionMatches} OR (${partial}) AND ${isJoined})`,
		ofEvents: isJoined,
	};
};

const activity = (days: SessionDays, bucketOf: OfInstant): string => {
	const { inEvents, querySql } = days;
	const { inRange, eventMatches } = querySql;
	const { matchingEvents, ...filters } = days.filters;
	if (matchingEvents !== undefined) {
		const sessions = `SELECT session_id FROM (${sessionsOfDays({ ...days, filters }, [], "near")})`;
		const isFiltered = filters.sessionMatches !== "1" || filters.denied !== undefined;
		const passing = isFiltered ? ` AND session_id IN (${sessions})` : "";
		return activityOfEvents(`${inRange} AND ${eventMatches}${passing}`, bucketOf);
	}
	const { ofRows, ofEvents } = ofPassingSessions(days);
	const ofBeside =
		inEvents === undefined
			? ""
			: `
      UNION ALL ${activityOfEvents(`(${inEvents}) AND ${inRange} AND ${eventMatches} AND ${ofEvents}`, bucketOf)}`;
	return `${activityOfRows(ofRows, days, bucketOf)}${ofBeside}`;
};

/**
 * A row of `visits` lies in one day (UTC). Where the wall clock runs evenly, that is at most two local days, those of
 * the row's ends; where the clock changes, or the range begins or ends, each of its acts is checked.
 */
const presence = (days: SessionDays, { periodOf, changedDays }: Periods): string => {
	const { inEvents, ofWholeDays, querySql } = days;
	const { parameters, inRange, isInRange } = querySql;
	parameters["changed_days"] = [...changedDays];
	const isEven = `((${ofWholeDays}) AND toUInt32(day) NOT IN {changed_days:Array(UInt32)})`;
	return [
		`
      SELECT ${PERSON_NUMBER} AS person, ${periodOf("began")} AS first, ${periodOf("last_act")} AS last
      FROM visits
      WHERE ${isEven} AND acts > 0`,
		`
      SELECT ${PERSON_NUMBER} AS person, ${periodOf(TIME)} AS first, first AS last
      FROM visits
      ARRAY JOIN times_ms AS time_ms
      WHERE (${touching(days)}) AND NOT ${isEven} AND ${isInRange("time_ms")}`,
		...(inEvents === undefined ? [] : [presenceOfEvents(`(${inEvents}) AND ${inRange}`, periodOf)]),
	].join(UNION);
};

/** Steps on pages are looked up among the paths of session days, and only the others in events. */
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
      WHERE ${querySql.around} AND ${IS_ACT} AND (${others.map(({ ofEvent }) => ofEvent).join(" OR ")})
      GROUP BY session_id
    ) AS happened USING (session_id)`;
};

/**
 * Answers a query from session days as far as possible.
 * @param events what answers the rest
 */
export const fromSessionDays = (days: SessionDays, events: Rows): Rows => {
	const { filters, querySql } = days;
	const isByEvent = filters.matchingEvents !== undefined;
	const isFiltered = hasEventFilters(querySql) || filters.sessionMatches !== "1";
	const sessions: Rows["sessions"] = (columns) => sessionsOfDays(days, columns, "begun");
	const sessionValueOf = (name: string) => {
		const dimension = dimensionOf(name);
		const isKnown = dimension?.on === "session" || !hasEventFilters(querySql);
		return isKnown && dimension?.columns
			? { sql: shownValueOf(dimension, querySql), columns: dimension.columns }
			: undefined;
	};
	return {
		settings: isFiltered ? "" : SETS_WITHOUT_INDEX,
		sessions,
		present: (columns) =>
			// Which views match is known only for sessions.
			isByEvent && hasViewTexts(columns)
				? events.present(columns)
				: `
    SELECT *, ${querySql.beganInRange} AS is_begun
    FROM (${sessionsOfDays(days, columns, "present", true)})`,
		values: (dimension) => {
			const value = sessionValueOf(dimension);
			if (!value) return events.values(dimension);
			return `
    SELECT ${value.sql} AS value, pageviews
    FROM (${sessions(["pageviews", ...value.columns])})`;
		},
		valuesOf: (dimensions, more = []) => {
			const values = dimensions.map(sessionValueOf);
			const known = values.filter((value) => value !== undefined);
			const isShort = known.length < values.length || (isByEvent && hasViewTexts(more));
			if (isShort) return events.valuesOf(dimensions, more);
			const ofValues = known.flatMap((value) => value.columns);
			const columns = [...new Set<SessionColumn>(["pageviews", ...ofValues, ...more])];
			return `
    SELECT ${selectedWith(`${listOfValues(known)}, pageviews`, more)}
    FROM (${sessionsOfDays(days, columns, "begun", hasViewTexts(more))})`;
		},
		near: (columns) => {
			// Events are counted one by one.
			const { matchingEvents: _, counted: __, ...others } = filters;
			return sessionsOfDays(
				{ ...days, filters: { ...others, counted: undefined } },
				columns,
				"near",
			);
		},
		activity: (bucketOf) => activity(days, bucketOf),
		presence: (periods) => presence(days, periods),
		stepTimes: (steps) =>
			steps.every(({ ofPath }) => ofPath === undefined)
				? events.stepTimes(steps)
				: stepTimes(sessions(["times_ms", "paths"]), querySql, steps),
	};
};
