import { ApiError, refusedParameters } from "@footfall/shared/api-error";
import { SESSION_MAX_MS } from "@footfall/shared/limits";
import {
	IS_ACT,
	isOfQuery,
	NEVER_MS,
	type SessionColumn,
	type SessionDayColumn,
	sessionRowsFromEvents,
} from "@footfall/store";
import { z } from "zod";
import { type Bind, createBinder, type Parameters } from "./binding.ts";
import {
	isNegative,
	requiredDimension,
	rowCondition,
	sessionCondition,
	testOfFilter,
} from "./condition.ts";
import {
	type Condition,
	conditionOnRow,
	conditionOnSession,
	filtersWithin,
	selectsEvents,
} from "./condition-tree.ts";
import { type Filter, filtersOf } from "./filters.ts";
import { type Period, type PeriodParameters, periodOf, periodParameters } from "./period.ts";
import type { Pseudonyms } from "./pseudonyms.ts";
import { shownFilter } from "./shown-filter.ts";

/** The range and the filters of a report. */
export interface ReportQuery {
	period: Period;
	filters: readonly Filter[];
	/** What it requires beside its filters: some of them, or not some of them. */
	conditions?: readonly Condition[];
	/**
	 * The pseudonyms by which the caller sees and names users; undefined for members, who use the
	 * site's own user ids.
	 */
	pseudonyms: Pseudonyms | undefined;
	/** The site does not count sessions that appear automated. */
	leavesOutSuspected?: boolean;
	/** The range is so short that reading its events costs less than finding out which days are rolled up. */
	isShort?: boolean;
}

/** The query parameters that every report takes, unparsed. */
export const queryParameters = {
	...periodParameters,
	filters: z.string().optional().meta({
		component: "Filters",
		description:
			"JSON array of `{parameter, type, value}`; all of them must match. A browser or system without a version is found by its plain name, such as `Linux`, in browser_version and operating_system_version",
	}),
	segment_id: z.string().optional().meta({
		component: "SegmentId",
		description: "A saved segment, whose filters are added to `filters`",
		type: "integer",
		minimum: 1,
	}),
};
export type QueryParameters = PeriodParameters & {
	filters?: string | undefined;
	segment_id?: string | undefined;
};

/** The filters of a saved segment that the caller may read; `undefined` for an unknown id. */
export type FindSegment = (segmentId: number) => Promise<readonly Filter[] | undefined>;

const isSame = (one: Filter, other: Filter) =>
	one.parameter === other.parameter &&
	one.type === other.type &&
	JSON.stringify(one.value) === JSON.stringify(other.value);

/**
 * Parses a query from its parameters.
 * @param now ms since the epoch
 * @param pseudonyms for a caller who must not see the site's own user ids
 * @throws ApiError for a bad range, bad filters or an unknown segment
 */
export const parseQuery = async (
	parameters: QueryParameters,
	now: number,
	findSegment: FindSegment,
	pseudonyms?: Pseudonyms,
): Promise<ReportQuery> => {
	const period = periodOf(parameters, now);
	const filters = filtersOf(parameters.filters);
	const segmentId = parameters.segment_id;
	if (segmentId === undefined || segmentId === "") return { period, filters, pseudonyms };
	if (!/^[1-9]\d{0,8}$/.test(segmentId))
		throw refusedParameters(
			"Invalid segment_id",
			"segment_id: the segmentId of a saved segment, a whole number from 1",
		);
	const saved = await findSegment(Number(segmentId));
	if (!saved) throw new ApiError("NOT_FOUND", "Segment not found");
	const added = filters.filter(
		(filter) => !saved.some((one) => isSame(shownFilter(one, pseudonyms), filter)),
	);
	const asSaved = pseudonyms ? saved.map((one) => ({ ...one, isSaved: true as const })) : saved;
	return { period, filters: [...asSaved, ...added], pseudonyms };
};

/** A query as fragments of SQL over the rows of one site, with the values to bind. */
export interface QuerySql {
	/** Condition on rows of `events`: site and range. */
	inRange: string;
	/** The same with one more day before and two after: all rows of the sessions that have some in the range. */
	around: string;
	/** Condition on columns of a session: it began in the range. */
	beganInRange: string;
	/** Condition on a row in the range: its session began in the range, too. */
	isOfBegunSession: string;
	/** Condition on columns of a session: it had begun and was not over at some time in the range. */
	overlapsRange: string;
	/** Condition on a time in ms since the epoch, an SQL expression: it is in the range. */
	isInRange(ms: string): string;
	/** Condition of filters on events, over a row; "1" when there are none. */
	eventMatches: string;
	/** Conditions over a row: a session with a matching act is excluded. */
	denied: readonly string[];
	/** Condition on a row: its session may be one of the few that match filters on users; "1" when there are none. */
	among: string;
	/** Condition of filters on sessions, over `sessionColumns`; "1" when there are none. */
	sessionMatches: string;
	sessionColumns: readonly SessionDayColumn[];
	parameters: Parameters;
	/** The user id, or its pseudonym; "" where the site gave none. */
	shownId(): string;
	/** Binds another value to the same statement. */
	bind: Bind;
}

const all = (conditions: readonly string[]) =>
	conditions.length === 0 ? "1" : conditions.join("\n      AND ");

const instant = (name: string) => `fromUnixTimestamp64Milli({${name}:Int64}, 'UTC')`;

/** The time conditions of a query; a missing bound is open. */
const rangeSql = (
	{ from, to }: Pick<Period, "from" | "to">,
	parameters: Parameters,
): Pick<
	QuerySql,
	"inRange" | "around" | "beganInRange" | "isOfBegunSession" | "overlapsRange" | "isInRange"
> => {
	const range = ["site_id = {site:UInt32}"];
	const around = ["site_id = {site:UInt32}"];
	const began = [];
	const overlaps = [];
	if (from !== undefined) {
		parameters["from"] = from;
		range.push(`timestamp >= ${instant("from")}`);
		around.push(`timestamp >= fromUnixTimestamp64Milli({from:Int64} - ${SESSION_MAX_MS}, 'UTC')`);
		began.push(`began >= ${instant("from")}`);
		overlaps.push(`last_act >= ${instant("from")}`);
	}
	if (to !== undefined) {
		range.push(`timestamp < ${instant("to")}`);
		// A session's last page may be measured this long after its last act.
		around.push(`timestamp < fromUnixTimestamp64Milli({to:Int64} + ${2 * SESSION_MAX_MS}, 'UTC')`);
	}
	parameters["to"] = Math.min(to ?? NEVER_MS, NEVER_MS);
	began.push(`began < ${instant("to")}`);
	overlaps.push(`began < ${instant("to")}`);
	const isInRange = (ms: string) =>
		[...(from === undefined ? [] : [`${ms} >= {from:Int64}`]), `${ms} < {to:Int64}`].join(" AND ");
	return {
		inRange: range.join(" AND "),
		around: around.join(" AND "),
		beganInRange: began.join(" AND "),
		isOfBegunSession:
			from === undefined
				? "1"
				: `session_id NOT IN (
        SELECT session_id FROM events WHERE ${around[0]} AND ${around[1]} AND timestamp < ${instant("from")} AND ${IS_ACT})`,
		overlapsRange: overlaps.join(" AND "),
		isInRange,
	};
};

/**
 * Turns a query into our own SQL fragments; every value from the request is bound.
 * @param table whose rows filters are about
 */
export const toSql = (
	site: number,
	{ period, filters, conditions = [], pseudonyms, leavesOutSuspected = false }: ReportQuery,
	table: "events" | "bots" = "events",
): QuerySql => {
	const parameters: Parameters = { site };
	const bind = createBinder(parameters);
	const range = rangeSql(period, parameters);
	const isOfRow = (filter: Filter) => table === "bots" || requiredDimension(filter).on === "event";
	const isDenied = (filter: Filter) => table === "events" && isNegative(filter);
	const ofRows = filters.filter(isOfRow);
	const ofSessions = filters.filter((filter) => !isOfRow(filter));
	const isTrusting = !leavesOutSuspected || table === "bots";
	const ofSession = conditions.filter((condition) => !selectsEvents(condition));
	return {
		...range,
		eventMatches: all([
			...ofRows
				.filter((filter) => !isDenied(filter))
				.map((filter) => rowCondition(filter, bind, pseudonyms, table)),
			...conditions
				.filter(selectsEvents)
				.map((condition) => conditionOnRow(condition, bind, pseudonyms)),
		]),
		denied: ofRows
			.filter(isDenied)
			.map((filter) => testOfFilter(filter, requiredDimension(filter), bind).met),
		among: all(
			ofSessions
				.filter(({ parameter, type }) => parameter === "user_id" && type === "equals")
				.map(
					(filter) => `session_id IN (
        SELECT session_id FROM events WHERE ${range.around} AND ${rowCondition(filter, bind, pseudonyms)})`,
				),
		),
		sessionMatches: all([
			...(isTrusting ? [] : ["suspected = 0"]),
			...ofSessions.map((filter) => sessionCondition(filter, bind, pseudonyms)),
			...ofSession.map((condition) =>
				conditionOnSession(condition, range.around, bind, pseudonyms),
			),
		]),
		sessionColumns: [
			...new Set([
				...(isTrusting ? [] : (["suspected"] as const)),
				...[...ofSessions, ...ofSession.flatMap(filtersWithin)].flatMap((filter) =>
					isOfRow(filter) ? [] : (requiredDimension(filter).columns ?? []),
				),
			]),
		],
		parameters,
		shownId: () => pseudonyms?.sql("identified_user_id", bind) ?? "identified_user_id",
		bind,
	};
};

/** Whether every session counts, with all of its events. */
export const countsEverything = (querySql: QuerySql): boolean =>
	querySql.sessionMatches === "1" && !hasEventFilters(querySql);

/** Whether filters on single events select sessions. */
export const hasEventFilters = ({ eventMatches, denied }: QuerySql): boolean =>
	eventMatches !== "1" || denied.length > 0;

/**
 * SQL for a row per session that passes the filters, with all of its columns from all of its events.
 * @param rows which of the sessions' rows are read; all of them unless given
 * @param condition on the columns, beside the filters
 * @param more further columns, as aggregates over `events`, given SQL for whether a row is an act, and for whether it counts
 * @param ofMatching whether texts of pageviews that do not match are left out
 */
export const passingSessions = (
	{ around, inRange, eventMatches, denied, among, sessionMatches, sessionColumns }: QuerySql,
	names: readonly SessionColumn[],
	{
		rows = "1",
		condition = "1",
		more = () => [],
		ofMatching = false,
	}: {
		rows?: string;
		condition?: string;
		more?: (act: string, isCounted: string) => readonly string[];
		ofMatching?: boolean;
	} = {},
): string => {
	const needed = new Set<SessionColumn>([...names, ...sessionColumns, "began"]);
	if (eventMatches !== "1") needed.add("matches");
	if (denied.length > 0) needed.add("is_denied");
	const text = sessionRowsFromEvents([...needed], {
		where: all([around, ...[among, rows].filter((one) => one !== "1")]),
		more,
		counting: {
			...(eventMatches !== "1" && { isCounted: eventMatches }),
			...(eventMatches !== "1" && ofMatching && { isShown: eventMatches }),
			...(denied.length > 0 && { isDenied: denied.join(" OR ") }),
			...(names.some(isOfQuery) && { isInRange: inRange }),
		},
	});
	const conditions = [
		...(eventMatches === "1" ? [] : ["matches"]),
		...(denied.length === 0 ? [] : ["NOT is_denied"]),
		...[sessionMatches, condition].filter((one) => one !== "1"),
		// Rows without an act form no session.
		`began < fromUnixTimestamp64Milli(${NEVER_MS}, 'UTC')`,
	];
	return `
    SELECT *
    FROM (${text})
    WHERE ${conditions.join("\n      AND ")}`;
};

/** SQL for the sessions that pass the filters and began in the range, as a list of ids. */
export const countedSessionIds = (querySql: QuerySql): string => `
        SELECT session_id FROM (${passingSessions(querySql, [], { condition: querySql.beganInRange })})`;

/**
 * SQL for the rows that a report counts: in range, matching, and in a session that passes.
 * @param inLists each row stands for itself: negative filters apply to the row, not to its session
 */
export const countedRows = (
	querySql: QuerySql,
	{ inLists = false }: { inLists?: boolean } = {},
): string => {
	const { inRange, eventMatches, denied, sessionMatches } = querySql;
	const rows = [
		inRange,
		...(eventMatches === "1" ? [] : [eventMatches]),
		...(inLists ? denied.map((met) => `NOT ${met}`) : []),
	];
	const ofSessions = { ...querySql, eventMatches: "1", denied: inLists ? [] : denied };
	if (sessionMatches === "1" && ofSessions.denied.length === 0) return all(rows);
	return `${all(rows)}
      AND session_id IN (
        SELECT session_id FROM (${passingSessions(ofSessions, [])}))`;
};
