import type { Area } from "@footfall/shared/areas";
import type { QuerySql } from "../query/report-query.ts";

/**
 * What a metric is counted from: sessions that began in the range, who was active in it, views of pages, rows of
 * `events`, or rows of `bots`.
 */
export type Family = "sessions" | "activity" | "views" | "events" | "bots";

export const METRIC_TYPES = [
	...(["count", "number", "percent"] as const),
	...(["fraction", "seconds", "milliseconds", "money"] as const),
] as const;
export type MetricType = (typeof METRIC_TYPES)[number];

/** An aggregate over the rows of a family. */
export interface MetricColumn {
	name: string;
	/** SQL, given the query; families that sum up in their own way know the column by its name. */
	sql(querySql: QuerySql): string;
	/** Groups without rows of the family have 0, or NULL. */
	isNullable?: true;
	/** SQL for what groups without rows of the family have instead. */
	nothing?: string;
}

/** Columns from rows of a family. */
interface OfFamily {
	family: Family;
	/** For `events`: which of them are read. */
	rows?(querySql: QuerySql): string;
	columns: readonly MetricColumn[];
}

/** A figure that can be asked for. */
export interface Metric extends OfFamily {
	/** As it was asked for. */
	name: string;
	/** Columns of other families. */
	with?: readonly OfFamily[];
	/** SQL over all columns. */
	value: string;
	/** It is null where nothing was measured, rather than 0. */
	isMeasured?: true;
	type: MetricType;
	/** What it counts, in one sentence. */
	definition: string;
	areas: readonly Area[];
}

export type Described = Omit<Metric, "name">;

/** A column that does not depend on the query. */
export const column = (name: string, sql: string, isNullable?: true): MetricColumn => ({
	name: `c_${name}`,
	sql: () => sql,
	...(isNullable && { isNullable }),
});

/** SQL for a ratio of columns; 0 if the whole is 0. */
export const ratio = (part: string, whole: string, times = "") =>
	`if(${whole} = 0, 0, ${part} / ${whole}${times})`;
