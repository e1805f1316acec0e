import type { Parameters } from "../query/binding.ts";
import type { RunSql } from "../report/report.ts";

/**
 * Marks a part of a statement that depends on rolled-up days alone, with the columns of its rows: texts where they are
 * called `value`, whole numbers else.
 * @returns SQL of a subquery with the same rows
 */
export type Keep = (sql: string, columns: readonly string[]) => string;

type PartRow = Record<string, string | number>;

/** Rows that are bound to a statement: more rows take longer to parse than to aggregate again. */
const MOST_ROWS = 2000;

const typeOf = (column: string) => (column === "value" ? "String" : "Int64");

/** SQL for bound rows. */
const boundRows = (
	rows: readonly PartRow[],
	columns: readonly string[],
	{ part, parameters }: { part: number; parameters: Parameters },
) => {
	const lists = columns.map((column, index) => {
		const name = `kept_${part}_${index}`;
		parameters[name] = rows.map((row) => row[column] ?? 0);
		return `{${name}:Array(${typeOf(column)})}`;
	});
	const named = columns.map((column, index) => `kept.${index + 1} AS ${column}`);
	return `
      SELECT ${named.join(", ")}
      FROM (SELECT arrayJoin(arrayZip(${lists.join(", ")})) AS kept)`;
};

/**
 * Builds a statement some parts of which are read beforehand or cached: rolled-up days stay the same while others get
 * events.
 * @param textOf is called twice, and must be the same both times
 */
export const withKeptParts = async (
	textOf: (keep: Keep) => string,
	{
		runSql,
		parameters,
		site,
		days,
	}: { runSql: RunSql; parameters: Parameters; site: number; days: readonly number[] },
): Promise<{ sql: string; parameters: Parameters }> => {
	const parts: { sql: string; columns: readonly string[] }[] = [];
	const whole = textOf((sql, columns) => {
		parts.push({ sql, columns });
		return sql;
	});
	if (parts.length === 0) return { sql: whole, parameters };
	const found = await Promise.all(
		parts.map(({ sql }) =>
			runSql<PartRow>(`SELECT * FROM (${sql}) LIMIT ${MOST_ROWS + 1}`, parameters, {
				keptFor: { site, daysOf: () => days },
			}),
		),
	);
	const bound: Parameters = {};
	let part = 0;
	const sql = textOf((own, columns) => {
		const rows = found[part] ?? [];
		const text =
			rows.length > MOST_ROWS ? own : boundRows(rows, columns, { part, parameters: bound });
		part++;
		return text;
	});
	return { sql, parameters: { ...parameters, ...bound } };
};
