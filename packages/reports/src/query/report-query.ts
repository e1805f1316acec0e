import { ApiError, refusedParameters } from "@footfall/shared/api-error";
import { z } from "zod";
import { type Bind, binder, type Parameters } from "./binding.ts";
import { conditionOf } from "./condition.ts";
import { type Filter, filtersOf } from "./filters.ts";
import { type Period, type PeriodParameters, periodOf, periodParameters } from "./period.ts";
import { type Pseudonyms, shownIdSql } from "./pseudonyms.ts";
import { shownFilter } from "./shown-filter.ts";

/** What a report is asked: about which time and which part of the events. */
export interface ReportQuery {
	period: Period;
	filters: readonly Filter[];
	/** Whoever asks sees and names users by these, and not by the ids that the site gave; undefined for members. */
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
 * Reads a question from its query parameters.
 * @param now ms since the epoch
 * @param pseudonyms of the site's users, where whoever asks is not told their ids
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

/** A question as fragments of SQL over the rows of one site, with the values to bind. */
export interface QuerySql {
	/** Site and range: what a row must meet to be looked at. */
	inRange: string;
	/** What a row must meet to be counted; "1" when there is no such filter. */
	eventMatches: string;
	/** What the rows of a session must meet together, as an aggregate over them; "1" when there is no such filter. */
	sessionMatches: string;
	parameters: Parameters;
	/** The id that the site gave, as whoever asks sees it: "" where it gave none. */
	shownId(): string;
	/** Binds a further value to the same statement. */
	bind: Bind;
}

const all = (conditions: readonly string[]) =>
	conditions.length === 0 ? "1" : conditions.join("\n      AND ");

/**
 * Turns a question into fragments made of our own words; whatever the client wrote is bound.
 * @param wholeSession parameters that are met by a session when any of its events meets them
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
		shownId: () => shownIdSql(pseudonyms, bind),
		bind,
	};
};

/** SQL for what the rows of a session must meet together to be a session of the question, as aggregates over them. */
export const sessionCounts = ({ eventMatches, sessionMatches }: QuerySql): string =>
	eventMatches === "1" ? sessionMatches : `countIf(${eventMatches}) > 0 AND ${sessionMatches}`;

/** SQL for the rows that a report counts: in range, matching, and of a matching session. */
export const countedRows = ({ inRange, eventMatches, sessionMatches }: QuerySql): string => {
	const rows = eventMatches === "1" ? inRange : `${inRange}\n      AND ${eventMatches}`;
	if (sessionMatches === "1") return rows;
	return `${rows}
      AND session_id IN (
        SELECT session_id FROM events WHERE ${inRange}
        GROUP BY session_id HAVING ${sessionMatches})`;
};
