import { type Column, type Row, valueIn } from "./columns.ts";

/** Beginnings that spreadsheets take for a formula, full-width forms included, and tabs and returns that they skip. */
const FORMULA = /^[\t\r\n ]*[=+\-@＝＋－＠]|^[\t\r]/;
/** A sign before a number is no formula. */
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

/** Most texts: neither a formula nor in need of quotes. */
const PLAIN = /^[A-Za-z0-9_/][^",\r\n ]*$/;

const cellOf = (value: unknown, { kind }: Column): string => {
	if (value === undefined || value === null || value === "") return "";
	if (kind === "text" && typeof value === "string" && PLAIN.test(value)) return value;
	if ((kind === "integer" || kind === "number") && typeof value === "number") return String(value);
	const text = kind === "json" ? JSON.stringify(value) : String(value);
	// Visitors control many of these texts. An apostrophe makes a spreadsheet treat the cell as text.
	const shown =
		(kind === "text" || kind === "json") && FORMULA.test(text) && !NUMBER.test(text)
			? `'${text}`
			: text;
	return /[",\r\n]|^ | $/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
};

/** Concatenated by hand: building a list of cells for each row takes twice as long, in files of a million rows. */
const lineOf = (row: Row, columns: readonly Column[]) => {
	let line = "";
	for (const column of columns) line += `${cellOf(valueIn(row, column), column)},`;
	return `${line.slice(0, -1)}\r\n`;
};

/** A table as CSV (RFC 4180): UTF-8, a header line, and no cell that a spreadsheet would run as a formula. */
export const csvPieces = async function* (
	columns: readonly Column[],
	pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
	yield `${columns.map(({ name }) => name).join(",")}\r\n`;
	for await (const rows of pages) {
		let text = "";
		for (const row of rows) text += lineOf(row, columns);
		yield text;
	}
};
