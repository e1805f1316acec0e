import type { SessionColumn } from "@footfall/store";
import { dimensionOf, PERSON_NUMBER } from "../query/dimensions.ts";
import { hasEventFilters } from "../query/report-query.ts";
import { shownValueOf } from "../source/from-events.ts";
import type { Source } from "../source/source.ts";

/**
 * SQL for rows that make up a figure, each of which belongs to one segment: `n` and `d`, whose sums make up the figure, the
 * `values` of the dimensions, and the time `at` that it belongs to.
 */
export type Units = (source: Source, dimensions: readonly string[], keep?: Keep) => string;

/** SQL for whether the units of a session or of a person, by its number, are read at all. */
export type Keep = (id: string) => string;
const EVERY: Keep = () => "1";

const listOf = (source: Source, dimensions: readonly string[]) =>
	dimensions.map((name) => {
		const dimension = dimensionOf(name);
		if (!dimension) throw new TypeError(`No such dimension: ${name}`);
		return { columns: dimension.columns ?? [], sql: shownValueOf(dimension, source.querySql) };
	});

const columnsOf = (values: ReturnType<typeof listOf>, more: readonly SessionColumn[]) => [
	...new Set<SessionColumn>([...more, ...values.flatMap(({ columns }) => columns)]),
];

const textsOf = (values: readonly { sql: string }[]) =>
	values.length === 0
		? "CAST([], 'Array(String)')"
		: `[${values.map(({ sql }) => sql).join(", ")}]`;

const and = (condition: string) => (condition === "1" ? "" : ` AND ${condition}`);
const where = (condition: string) => (condition === "1" ? "" : `\n    WHERE ${condition}`);

/**
 * Sessions that began in the range.
 * @param n SQL over a session and these columns of it; `d` is 1 for each
 */
export const unitsOfSessions =
	(n: (source: Source) => string, columns: readonly SessionColumn[] = []): Units =>
	(source, dimensions, keep = EVERY) =>
		`
    SELECT values, toInt64(${n(source)}) AS n, toInt64(1) AS d, began AS at
    FROM (${source.valuesOf(dimensions, ["began", ...columns])})${where(keep("session_id"))}`;

/** People, each with the values of the first session of the range in which they were active. */
export const unitsOfUsers: Units = (source, dimensions, keep = EVERY) => {
	const values = listOf(source, dimensions);
	const columns = columnsOf(values, ["began", "user_id", "identified_user_id", "is_present"]);
	return `
    SELECT argMin(of_session, (session_began, session_id)) AS values, toInt64(1) AS n, toInt64(1) AS d,
      min(session_began) AS at
    FROM (
      SELECT session_id, ${PERSON_NUMBER} AS person, began AS session_began, ${textsOf(values)} AS of_session
      FROM (${source.present(columns)})
      WHERE is_present${and(keep(PERSON_NUMBER))})
    GROUP BY person`;
};

/** Rows of `events` in the range: the dimensions of sessions are those of the row's session, the others its own. */
export const unitsOfEvents =
	({
		rows,
		n = () => "1",
		own = {},
	}: {
		rows: (source: Source) => string;
		n?: (source: Source) => string;
		/** SQL over the row by dimension, where it is not the dimension's own. */
		own?: Readonly<Record<string, string>>;
	}): Units =>
	(source, dimensions, keep = EVERY) => {
		const { querySql } = source;
		const isOfRow = (name: string) => Object.hasOwn(own, name) || dimensionOf(name)?.on === "event";
		const ofSession = dimensions.filter((name) => !isOfRow(name));
		const values = listOf(source, ofSession);
		const all = dimensions.map((name) => {
			if (!isOfRow(name)) return `near.of_session[${ofSession.indexOf(name) + 1}]`;
			return `toString(${own[name] ?? dimensionOf(name)?.sql(querySql.bind)})`;
		});
		const { inRange, eventMatches } = querySql;
		return `
    SELECT [${all.join(", ")}] AS values, toInt64(${n(source)}) AS n, toInt64(1) AS d, timestamp AS at
    FROM events
    INNER JOIN (
      SELECT session_id AS near_id, ${textsOf(values)} AS of_session
      FROM (${source.near([...new Set(values.flatMap(({ columns }) => columns))])})${where(keep("session_id"))}
    ) AS near ON events.session_id = near.near_id
    WHERE ${inRange} AND ${eventMatches} AND (${rows(source)})${and(keep("events.session_id"))}`;
	};

/** Views of pages in the range. */
export const unitsOfViews: Units = (source, dimensions, keep = EVERY) => {
	const { querySql } = source;
	if (hasEventFilters(querySql))
		return unitsOfEvents({ rows: () => "type = 'pageview'" })(source, dimensions, keep);
	const isPath = (name: string) => name === "pathname";
	const ofSession = dimensions.filter((name) => !isPath(name));
	const values = listOf(source, ofSession);
	const columns = columnsOf(values, ["began", "times_ms", "views", "paths"]);
	const all = dimensions.map((name) =>
		isPath(name) ? "path" : `of_session[${ofSession.indexOf(name) + 1}]`,
	);
	return `
    SELECT [${all.join(", ")}] AS values, toInt64(1) AS n, toInt64(1) AS d,
      fromUnixTimestamp64Milli(time_ms, 'UTC') AS at
    FROM (
      SELECT ${textsOf(values)} AS of_session, times_ms, views, paths
      FROM (${source.present(columns)})${where(keep("session_id"))})
    ARRAY JOIN times_ms AS time_ms, views AS is_view, paths AS path
    WHERE is_view AND ${querySql.isInRange("time_ms")}`;
};
