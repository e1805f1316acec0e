import { type Column, type Row, valueIn } from "./columns.ts";

/** Beginnings that spreadsheets take for a formula, full-width forms included, and tabs and returns that they skip. */
const FORMULA = /^[\t\r\n ]*[=+\-@＝＋－＠]|^[\t\r]/;
/** A sign before a number is no formula. */
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

/** Most texts: neither a formula nor in need of quotes. */
const PLAIN = /^[A-Za-z0-9_/][^",\r\n ]*$/;

const cellOf = (value: unknown, { kind }: Column): string => {
	if (value === undefined || value === null) return "";
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

const lineOf = (cells: readonly string[]) => `${cells.join(",")}\r\n`;

/** A table as CSV (RFC 4180): UTF-8, a header line, and no cell that a spreadsheet would run as a formula. */
export const csvPieces = async function* (
	columns: readonly Column[],
	pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
	yield lineOf(columns.map(({ name }) => name));
	for await (const rows of pages)
		yield rows
			.map((row) => lineOf(columns.map((column) => cellOf(valueIn(row, column), column))))
			.join("");
};
