import { z } from "zod";
import type { Parameters } from "../query/binding.ts";
import type { Page } from "../query/page.ts";
import { componentOf } from "./component.ts";
import { count, type RunSql, type StatementOptions } from "./report.ts";

/** A part of a whole in percent with two decimals; 0 if the whole is 0. */
export const percentageOf = (part: number, whole: number): number =>
	whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 100;

/** A mean; 0 if there are no values. */
export const meanOf = (sum: number, many: number): number => (many === 0 ? 0 : sum / many);

/** One page of rows, with their number on all pages: of `BotPoint`, a `BotPointPage`. */
export const rowPage = <Row extends z.ZodType>(row: Row) =>
	z
		.object({ data: z.array(row), totalCount: count() })
		.meta({ component: `${componentOf(row)}Page` });

/** Rows alone, or with their total if the client requests a page. */
export const rowsOrPage = <Row extends z.ZodType>(row: Row) =>
	z.object({
		data: z.union([z.array(row), rowPage(row)]),
	});

/** An answer whose shape depends on the presence of `page`. */
export const answerRows = <Row>(page: string | undefined, rows: Row[], totalCount: number) => ({
	data: page === undefined ? rows : { data: rows, totalCount },
});

/**
 * Rows of one page, each of which has the total; if the page is beyond the last, the total comes
 * from the very first row.
 */
export const pageOfRows = async <Row extends { total_rows: number }>(
	page: Page,
	rowsFrom: (limit: number, offset: number) => Promise<Row[]>,
): Promise<{
	rows: Row[];
	totalCount: number;
	/** A row with the sums over all rows; undefined if there are none. */
	known: Row | undefined;
}> => {
	const rows = await rowsFrom(page.limit, page.offset);
	const [known] = rows.length > 0 || page.offset === 0 ? rows : await rowsFrom(1, 0);
	return { rows, totalCount: known?.total_rows ?? 0, known };
};

/** The same for a statement that ends with its order. */
export const runPage = <Row extends { total_rows: number }>(
	runSql: RunSql,
	sql: string,
	parameters: Parameters,
	page: Page,
	options?: StatementOptions,
) =>
	pageOfRows(page, (limit, offset) =>
		runSql<Row>(
			`${sql}
  LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
			{ ...parameters, limit, offset },
			options,
		),
	);
