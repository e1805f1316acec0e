import { UnreadableFileError } from "./unreadable-file-error.ts";

/** No row of an export is longer; otherwise an unclosed quote would turn the whole file into one row. */
const MAX_ROW_LENGTH = 4 * 1024 * 1024;

interface Cell {
	value: string;
	/** The position of the cell's end: a delimiter, a line ending or the end of the text. */
	end: number;
}

/** Splits CSV (RFC 4180, any line ending) into rows of cells as its text arrives. */
export const createCsvSplitter = (delimiter = ",") => {
	let rest = "";

	/** `undefined` if the text ends before the cell. */
	const quoted = (text: string, start: number, isLast: boolean): Cell | undefined => {
		let value = "";
		for (let from = start + 1; ; ) {
			const quote = text.indexOf('"', from);
			if (quote === -1 || (quote === text.length - 1 && !isLast)) {
				if (!isLast) return undefined;
				return { value: value + text.slice(from), end: text.length };
			}
			value += text.slice(from, quote);
			if (text[quote + 1] !== '"') {
				// Some programs write text between the quote and the delimiter; it belongs to the cell.
				const tail = plain(text, quote + 1, isLast);
				return tail && { value: value + tail.value, end: tail.end };
			}
			value += '"';
			from = quote + 2;
		}
	};

	const plain = (text: string, start: number, isLast: boolean): Cell | undefined => {
		for (let at = start; at < text.length; at++) {
			const character = text[at];
			if (character === delimiter || character === "\n" || character === "\r")
				return { value: text.slice(start, at), end: at };
		}
		return isLast ? { value: text.slice(start), end: text.length } : undefined;
	};

	/** A row and the start of the next; `undefined` if the text ends before the row. */
	const rowAt = (text: string, start: number, isLast: boolean) => {
		const cells: string[] = [];
		for (let at = start; ; ) {
			const cell = text[at] === '"' ? quoted(text, at, isLast) : plain(text, at, isLast);
			if (cell === undefined) return undefined;
			cells.push(cell.value);
			const { end } = cell;
			if (text[end] === delimiter) {
				at = end + 1;
				continue;
			}
			// The second half of a line ending may arrive later.
			if (text[end] === "\r" && end === text.length - 1 && !isLast) return undefined;
			const next = text[end] === "\r" && text[end + 1] === "\n" ? end + 2 : end + 1;
			return { cells, next };
		}
	};

	const rowsIn = (text: string, isLast: boolean): string[][] => {
		const rows: string[][] = [];
		let at = 0;
		while (at < text.length) {
			const row = rowAt(text, at, isLast);
			if (row === undefined) break;
			if (row.cells.length > 1 || row.cells[0] !== "") rows.push(row.cells);
			at = row.next;
		}
		rest = text.slice(at);
		if (rest.length > MAX_ROW_LENGTH)
			throw new UnreadableFileError("A row of the CSV file is incomplete: a quote is not closed");
		return rows;
	};

	return {
		/** @throws UnreadableFileError for a row that never ends */
		push: (text: string) => rowsIn(rest + text, false),
		/** The rows left at the end of the text. */
		end: () => rowsIn(rest, true),
	};
};
