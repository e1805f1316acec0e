import { type Column, type Row, valueIn } from "./columns.ts";

/** A table as one JSON array with one row per line: all fields of the row, and the derived columns. */
export const jsonPieces = async function* (
	columns: readonly Column[],
	pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
	const made = columns.filter(({ madeOf }) => madeOf);
	// Appended to the row's text: copying the row with more fields takes several times as long.
	const lineOf = (row: Row): string => {
		let line = JSON.stringify(row).slice(0, -1);
		for (const column of made) {
			const value = valueIn(row, column);
			if (value !== undefined) line += `,${JSON.stringify(column.name)}:${JSON.stringify(value)}`;
		}
		return `${line}}`;
	};
	let lead = "[\n";
	for await (const rows of pages) {
		if (rows.length === 0) continue;
		yield lead + rows.map(lineOf).join(",\n");
		lead = ",\n";
	}
	yield lead === "[\n" ? "[]\n" : "\n]\n";
};
