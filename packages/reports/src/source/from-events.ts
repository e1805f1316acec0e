import { IS_ACT, type SessionColumn } from "@footfall/store";
import type { OfInstant } from "../query/bucket.ts";
import {
	type Dimension,
	dimensionOf,
	IS_PLACED,
	ORDER,
	PERSON_NUMBER,
	personSql,
} from "../query/dimensions.ts";
import {
	countedRows,
	countedSessionIds,
	hasEventFilters,
	passingSessions,
	type QuerySql,
} from "../query/report-query.ts";
import { hasViewTexts, type Rows } from "./rows.ts";

/** SQL for `Rows.activity` of some rows of `events`. */
export const activityOfEvents = (rows: string, bucketOf: OfInstant): string => `
      SELECT ${bucketOf("timestamp")} AS bucket, ${PERSON_NUMBER} AS person, toUInt64(type = 'pageview') AS pageviews
      FROM events
      WHERE ${rows} AND ${IS_ACT}`;

/** SQL for `Rows.presence` of some rows of `events`. */
export const presenceOfEvents = (rows: string, periodOf: OfInstant): string => `
      SELECT ${PERSON_NUMBER} AS person, ${periodOf("timestamp")} AS first, first AS last
      FROM events
      WHERE ${rows} AND ${IS_ACT}`;

/** A session's value of a dimension: SQL over its columns, some of which may exist only for this. */
interface SessionValue {
	sql: string;
	columns: readonly SessionColumn[];
	more: (act: string, isCounted: string) => readonly string[];
}

/** The displayed value of a dimension; "" if nothing is known. */
export const shownValueOf = (
	{ kind, sql }: Dimension,
	{ shownId, bind }: Pick<QuerySql, "shownId" | "bind">,
): string => {
	if (kind === "user") return personSql(shownId());
	return kind === "coordinate"
		? `if(${IS_PLACED}, toString(${sql(bind)}), '')`
		: `toString(${sql(bind)})`;
};

/** For a dimension of events, the value of the first act that matches and has one. */
export const sessionValueOf = (
	querySql: QuerySql,
	parameter: string,
	place: number,
): SessionValue => {
	const dimension = dimensionOf(parameter);
	if (!dimension) throw new TypeError(`No such dimension: ${parameter}`);
	const { columns } = dimension;
	const isOfSession = dimension.on === "session" || !hasEventFilters(querySql);
	if (columns && isOfSession)
		return { sql: shownValueOf(dimension, querySql), columns, more: () => [] };
	const value = dimension.sql(querySql.bind);
	const name = `value_${place}`;
	return {
		sql: name,
		columns: [],
		more: (...conditions) => {
			const known = [...conditions.filter((one) => one !== "1"), `${value} != ''`].join(" AND ");
			return [`toString(argMinIf(${value}, ${ORDER}, ${known})) AS ${name}`];
		},
	};
};

/** SQL for the values of a session as one list. */
export const listOfValues = (values: readonly { sql: string }[]): string =>
	`[${values.map(({ sql }) => sql).join(", ")}] AS values`;

/** What is selected of sessions, and more columns of each if any are given. */
export const selectedWith = (selected: string, more: readonly SessionColumn[]): string =>
	more.length === 0
		? selected
		: [selected, ...new Set(["session_id", ...more.filter((name) => name !== "pageviews")])].join(
				", ",
			);

/** Answers a query from the events themselves. */
export const fromEvents = (querySql: QuerySql): Rows => {
	const { around, beganInRange } = querySql;
	const sessionsWith = (
		values: readonly SessionValue[],
		selected: string,
		more: readonly SessionColumn[] = [],
	) => {
		const ofValues = values.flatMap((one) => one.columns);
		const columns = [...new Set<SessionColumn>(["pageviews", ...ofValues, ...more])];
		const rows = passingSessions(querySql, columns, {
			condition: beganInRange,
			more: (act, isCounted) => values.flatMap(({ more }) => more(act, isCounted)),
			ofMatching: hasViewTexts(more),
		});
		return `
    SELECT ${selectedWith(`${selected}, pageviews`, more)}
    FROM (${rows})`;
	};
	return {
		settings: "",
		sessions: (columns) => `
    SELECT ${["session_id", ...columns].join(", ")}
    FROM (${passingSessions(querySql, columns, { condition: beganInRange })})`,
		present: (columns) => {
			const needed = [...new Set(["is_present" as const, ...columns])];
			const condition = `(${beganInRange} OR is_present)`;
			return `
    SELECT ${["session_id", ...columns].join(", ")}, ${beganInRange} AS is_begun
    FROM (${passingSessions(querySql, needed, { condition, ofMatching: true })})`;
		},
		values: (dimension) => {
			const value = sessionValueOf(querySql, dimension, 1);
			return sessionsWith([value], `${value.sql} AS value`);
		},
		valuesOf: (dimensions, columns) => {
			const values = dimensions.map((dimension, index) =>
				sessionValueOf(querySql, dimension, index + 1),
			);
			return sessionsWith(values, listOfValues(values), columns);
		},
		near: (columns) => `
    SELECT ${["session_id", ...columns].join(", ")}
    FROM (${passingSessions({ ...querySql, eventMatches: "1" }, columns)})`,
		activity: (bucketOf) => activityOfEvents(countedRows(querySql), bucketOf),
		presence: ({ periodOf }) => presenceOfEvents(countedRows(querySql), periodOf),
		stepTimes: (steps) => `
    SELECT
      session_id,
      ${steps.map(({ ofEvent }, index) => `groupUniqArrayIf(toUnixTimestamp(timestamp), ${ofEvent}) AS seconds_${index + 1}`).join(",\n      ")}
    FROM events
    WHERE ${around}
      AND session_id IN (${countedSessionIds(querySql)})
      AND (${steps.map(({ ofEvent }) => ofEvent).join("\n        OR ")})
    GROUP BY session_id`,
	};
};
