import { refusedParameters } from "@footfall/shared/api-error";
import type { UsedPast } from "../past/fit-past.ts";
import { IMPORTED } from "./imported-days.ts";
import type { Key, SiteKey } from "./keys.ts";
import type { Metric } from "./metric.ts";
import { columnsOf, keyNames, type Part } from "./part.ts";

/** What is asked of a site: metrics by keys. */
export interface Asked {
	metrics: readonly Metric[];
	keys: readonly (Key | SiteKey)[];
	order: readonly (readonly [name: string, direction: "asc" | "desc"])[];
	limit: number;
	offset: number;
	/** Whether the caller chose a part of the rows. */
	isPaged: boolean;
	/** Imported daily sums that count. */
	past: UsedPast | undefined;
	/** Those of the comparison period. */
	otherPast: UsedPast | undefined;
}

/** A figure; amounts are decimal texts, and null is where nothing was measured. */
export type Figure = number | string | null;
export interface AnsweredRow {
	dimensions: string[];
	metrics: Figure[];
	/** The figures in the comparison period; null where it has no such time. */
	previous?: Figure[] | null;
	/** The bucket that `previous` is of. */
	previous_time?: string;
	/** Imported days count in it. */
	imported?: true;
}

/** A row as the store returns it. */
export type StoredRow = Record<string, string | number | null> & { total_rows: number };

/** Parts put together by their keys, as one. */
export const joinedParts = (names: readonly string[], parts: readonly Part[]): Part => {
	const [only, ...others] = parts;
	if (only && others.length === 0) return only;
	const columns = columnsOf(parts);
	const selected = parts.map(
		(part) => `
    SELECT ${[
			...names,
			...columns.map((column) =>
				part.columns.some(({ name }) => name === column.name)
					? `${column.name} AS part_${column.name}`
					: `${column.nothing ?? (column.isNullable ? "NULL" : "0")} AS part_${column.name}`,
			),
		].join(", ")}
    FROM (${part.sql})`,
	);
	const sums = columns.map(
		({ name, isNullable }) => `${isNullable ? "max" : "sum"}(part_${name}) AS ${name}`,
	);
	return {
		columns,
		sql: `
    SELECT ${[...names, ...sums].join(", ")}
    FROM (${selected.join(`
    UNION ALL`)}
    )${names.length === 0 ? "" : `\n    GROUP BY ${names.join(", ")}`}`,
	};
};

/** SQL for a row per group with its keys and figures `m0` …. */
export const groupsText = (
	{ keys, metrics }: Pick<Asked, "keys" | "metrics">,
	{ columns, sql }: Part,
): string => {
	const names = keyNames(keys);
	const figures = [
		...metrics.map(({ value }, place) => `${value} AS m${place}`),
		...(columns.includes(IMPORTED) ? ["c_imported AS imported"] : []),
	];
	return `
  SELECT ${[...names, ...figures].join(", ")}
  FROM (${sql}
  )`;
};

/** Numbers of the clock are in the order of numbers. */
const sortable = (key: Key | SiteKey, place: number) =>
	key.kind === "time" && key.bucket === undefined ? `toUInt8(k${place})` : `k${place}`;

/** By what was asked; otherwise times first, as they passed, and then the largest first figure. */
export const orderText = ({ keys, metrics, order }: Asked): string => {
	const columnOf = (name: string) => {
		const metric = metrics.findIndex((one) => one.name === name);
		if (metric >= 0) return `m${metric}`;
		const place = keys.findIndex((one) => one.name === name);
		const key = keys[place];
		if (key) return sortable(key, place);
		throw refusedParameters(
			`Cannot order by "${name.slice(0, 100)}": it is not among what is asked`,
			`order_by: ${[...metrics, ...keys].map((one) => one.name).join(", ")}`,
		);
	};
	const times = keys.flatMap((key, place) =>
		key.kind === "time" ? [`${sortable(key, place)} asc`] : [],
	);
	const chosen =
		order.length > 0
			? order.map(([name, direction]) => `${columnOf(name)} ${direction} NULLS LAST`)
			: [...times, "m0 desc NULLS LAST"];
	return [...chosen, ...keyNames(keys)].join(", ");
};

/** Amounts are sorted as numbers and read as texts: a number of JSON has no exact decimals. */
export const isAmount = ({ type }: Metric) => type === "money";
const textsOfAmounts = ({ metrics }: Asked): string =>
	metrics
		.flatMap((metric, place) => (isAmount(metric) ? [`toString(m${place}) AS t${place}, `] : []))
		.join("");

/** A page of groups, each with the number of all of them. */
export const pageText = (asked: Asked, groups: string) => `
  SELECT *, ${textsOfAmounts(asked)}count() OVER () AS total_rows
  FROM (${groups}
  )
  ORDER BY ${orderText(asked)}
  LIMIT {row_limit:UInt32} OFFSET {row_offset:UInt32}`;

/** The values of a row in the order in which they were asked for. */
export const rowOf = (row: StoredRow, { keys, metrics }: Asked): AnsweredRow => ({
	dimensions: keys.map((_, place) => String(row[`k${place}`])),
	metrics: metrics.map((metric, place) => row[`${isAmount(metric) ? "t" : "m"}${place}`] as Figure),
	...(Number(row["imported"] ?? 0) > 0 && { imported: true as const }),
});
