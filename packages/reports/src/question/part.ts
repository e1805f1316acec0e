import type { OfInstant } from "../query/bucket.ts";
import type { ReportQuery } from "../query/report-query.ts";
import type { Source } from "../source/source.ts";
import type { Key } from "./keys.ts";
import type { MetricColumn } from "./metric.ts";

/** A part of a question: SQL for a row per group with `k0` … and some of the columns. */
export interface Part {
	columns: readonly MetricColumn[];
	sql: string;
}

/** The columns of metrics or parts, each once. */
export const columnsOf = (some: readonly Pick<Part, "columns">[]): MetricColumn[] => [
	...new Map(
		some.flatMap(({ columns }) => columns).map((column) => [column.name, column]),
	).values(),
];

/** What a part is made for. */
export interface PartOf {
	source: Source;
	query: ReportQuery;
	keys: readonly Key[];
	/** SQL for the value of each key that is a time; undefined for the others. */
	times: readonly (OfInstant | undefined)[];
}

/** The names of columns with the values of keys. */
export const keyNames = (keys: readonly unknown[]) => keys.map((_, place) => `k${place}`);
export const isOfSession = (key: Key): key is Extract<Key, { kind: "session" }> =>
	key.kind === "session";
export const isOfGoals = (key: Key): key is Extract<Key, { kind: "goal" }> => key.kind === "goal";
export const isViewed = (key: Key): key is Extract<Key, { kind: "view" }> => key.kind === "view";

/** The sums over rows, by the values of the keys. */
export const grouped = (
	{ keys, source }: PartOf,
	columns: readonly MetricColumn[],
	rows: { values: readonly string[]; from: string },
): Part => {
	const values = rows.values.map((sql, place) => `toString(${sql}) AS k${place}`);
	const sums = columns.map(({ name, sql }) => `${sql(source.querySql)} AS ${name}`);
	return {
		columns,
		sql: `
    SELECT ${[...values, ...sums].join(",\n      ")}
    ${rows.from}${keys.length === 0 ? "" : `\n    GROUP BY ${keyNames(keys).join(", ")}`}`,
	};
};
