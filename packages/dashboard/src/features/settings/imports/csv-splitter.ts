import { type RowSplitter, UnreadableFile } from "./row-splitter.ts";

/** No export has a longer row; an unclosed quote would otherwise make the whole file one row. */
const MAX_ROW_LENGTH = 4 * 1024 * 1024;

/** The cells of one row, and where the next one begins; undefined if the text ends before the row does. */
const rowAt = (text: string, start: number, delimiter: string, isLast: boolean) => {
	const cells: string[] = [];
	let cell = "";
	let isQuoted = false;
	for (let at = start; at < text.length; at++) {
		const letter = text.charAt(at);
		if (isQuoted) {
			const end = text.indexOf('"', at);
			// A quote at the end may be the first half of an escaped one.
			if (end === -1 || (end === text.length - 1 && !isLast)) {
				if (!isLast) return undefined;
				cell += text.slice(at, end === -1 ? undefined : end);
				break;
			}
			cell += text.slice(at, end);
			at = end;
			if (text[end + 1] === '"') {
				cell += '"';
				at++;
			} else isQuoted = false;
		} else if (letter === '"' && cell === "") isQuoted = true;
		else if (letter === delimiter) {
			cells.push(cell);
			cell = "";
		} else if (letter === "\n" || letter === "\r") {
			// The second half of a line ending may be in the next chunk.
			if (letter === "\r" && at === text.length - 1 && !isLast) return undefined;
			const isPair = letter === "\r" && text[at + 1] === "\n";
			return { cells: [...cells, cell], next: at + (isPair ? 2 : 1) };
		} else cell += letter;
	}
	return isLast ? { cells: [...cells, cell], next: text.length } : undefined;
};

/** Rows of a CSV file, keyed by its header. Lines above the header that begin with `#` are comments. */
export const createCsvRowSplitter = (delimiter: string): RowSplitter => {
	let rest = "";
	let header: readonly string[] | undefined;
	const rowsIn = (text: string, isLast: boolean) => {
		const rows: Record<string, string>[] = [];
		let at = 0;
		while (at < text.length) {
			const found = rowAt(text, at, delimiter, isLast);
			if (!found) break;
			at = found.next;
			const { cells } = found;
			if (cells.length === 1 && cells[0] === "") continue;
			if (header) {
				const names = header;
				rows.push(Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""])));
			} else if (!/^(#|sep=)/.test(cells[0] ?? ""))
				header = cells.map((name) => name.replace(/^\uFEFF/, "").trim());
		}
		rest = text.slice(at);
		if (rest.length > MAX_ROW_LENGTH) throw new UnreadableFile("endless");
		return rows;
	};
	return { push: (text) => rowsIn(rest + text, false), end: () => rowsIn(rest, true) };
};
