import { ApiError, refusedParameters } from "@footfall/shared/api-error";
import { z } from "zod";
import { type Bind, binder, type Parameters } from "./binding.ts";
import { conditionOf } from "./condition.ts";
import { type Filter, filtersOf } from "./filters.ts";
import { type Period, type PeriodParameters, periodOf, periodParameters } from "./period.ts";
import type { Pseudonyms } from "./pseudonyms.ts";
import { shownFilter } from "./shown-filter.ts";

/** The range and the filters of a report. */
export interface ReportQuery {
	period: Period;
	filters: readonly Filter[];
	/** By these the caller sees and names users; undefined for members, who use the site's own user ids. */
	pseudonyms: Pseudonyms | undefined;
}

/** The query parameters that every report takes, as they arrive. */
export const queryParameters = {
	...periodParameters,
	filters: z.string().optional().meta({
		component: "Filters",
		description:
			"JSON array of `{parameter, type, value}`; all of them hold together. A browser or system without a version is found by its plain name, such as `Linux`, in browser_version and operating_system_version",
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

/** The filters of a saved segment that the caller may read; `undefined` when there is none with this id. */
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

/** In lists of sessions and recordings, filters on these hold when any event of the session meets them. */
export const WHOLE_SESSION = ["pathname", "page_title", "querystring"];

/** A query as fragments of SQL over the rows of one site, with the values to bind. */
export interface QuerySql {
	/** Condition on rows: site and range. */
	inRange: string;
	/** Condition of filters on events, over a row; "1" when there are none. */
	eventMatches: string;
	/** Condition of filters on sessions, as an aggregate over a session's rows; "1" when there are none. */
	sessionMatches: string;
	parameters: Parameters;
	/** The user id, or its pseudonym; "" where the site gave none. */
	shownId(): string;
	/** Binds a further value to the same statement. */
	bind: Bind;
}

const all = (conditions: readonly string[]) =>
	conditions.length === 0 ? "1" : conditions.join("\n      AND ");

/**
 * Turns a query into SQL fragments of our own; every value from the request is bound.
 * @param wholeSession parameters whose filters pass a whole session when any of its events passes
 */
export const toSql = (
	site: number,
	{ period, filters, pseudonyms }: ReportQuery,
	wholeSession: readonly string[] = [],
): QuerySql => {
	const parameters: Parameters = { site };
	const bind = binder(parameters);
	const range = ["site_id = {site:UInt32}"];
	if (period.from !== undefined) {
		parameters["from"] = period.from;
		range.push("timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')");
	}
	if (period.to !== undefined) {
		parameters["to"] = period.to;
		range.push("timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')");
	}
	const conditions = filters.map((filter) => conditionOf(filter, bind, wholeSession, pseudonyms));
	const on = (level: "event" | "session") =>
		all(conditions.filter((condition) => condition.on === level).map(({ sql }) => sql));
	return {
		inRange: range.join(" AND "),
		eventMatches: on("event"),
		sessionMatches: on("session"),
		parameters,
		shownId: () => pseudonyms?.sql("identified_user_id", bind) ?? "identified_user_id",
		bind,
	};
};

/** SQL for whether a session counts, as aggregates over its rows. */
export const sessionCounts = ({ eventMatches, sessionMatches }: QuerySql): string =>
	eventMatches === "1" ? sessionMatches : `countIf(${eventMatches}) > 0 AND ${sessionMatches}`;

/** SQL for the rows that a report counts: in range, matching, and in a matching session. */
export const countedRows = ({ inRange, eventMatches, sessionMatches }: QuerySql): string => {
	const rows = eventMatches === "1" ? inRange : `${inRange}\n      AND ${eventMatches}`;
	if (sessionMatches === "1") return rows;
	return `${rows}
      AND session_id IN (
        SELECT session_id FROM events WHERE ${inRange}
        GROUP BY session_id HAVING ${sessionMatches})`;
};
