import { type RowSplitter, UnreadableFile } from "./row-splitter.ts";

const MAX_ROW_LENGTH = 4 * 1024 * 1024;

const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		return "";
	}
};

/** Rows of a file with one object per line. */
export const createLineRowSplitter = (): RowSplitter => {
	let rest = "";
	const rowsOf = (lines: readonly string[]) =>
		lines.filter((line) => line.trim() !== "").map(parsed);
	return {
		push: (text) => {
			const lines = (rest + text).split("\n");
			rest = lines.pop() ?? "";
			if (rest.length > MAX_ROW_LENGTH) throw new UnreadableFile("endless");
			return rowsOf(lines);
		},
		end: () => rowsOf([rest]),
	};
};

/**
 * Rows of a file with one array: its elements are found by their brackets, so that the whole file is never in memory.
 */
export const createArrayRowSplitter = (): RowSplitter => {
	let text = "";
	let at = 0;
	let start = -1;
	let depth = 0;
	let isText = false;
	const push = (more: string) => {
		text += more;
		const rows: unknown[] = [];
		for (; at < text.length; at++) {
			const letter = text[at];
			if (isText) {
				if (letter === "\\") at++;
				else if (letter === '"') isText = false;
			} else if (letter === '"') isText = true;
			else if (letter === "{" || letter === "[") {
				if (++depth === 2) start = at;
			} else if (letter === "}" || letter === "]") {
				if (--depth === 1 && start >= 0) {
					rows.push(parsed(text.slice(start, at + 1)));
					start = -1;
				}
			}
		}
		const done = start < 0 ? at : start;
		text = text.slice(done);
		at -= done;
		if (start >= 0) start = 0;
		if (text.length > MAX_ROW_LENGTH) throw new UnreadableFile("endless");
		return rows;
	};
	return { push, end: () => [] };
};
