import type { Column, Row } from "./columns.ts";

/** A table as one JSON array with a row in each line. */
export const jsonPieces = async function* (
	_columns: readonly Column[],
	pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
	let lead = "[\n";
	for await (const rows of pages) {
		if (rows.length === 0) continue;
		yield lead + rows.map((row) => JSON.stringify(row)).join(",\n");
		lead = ",\n";
	}
	yield lead === "[\n" ? "[]\n" : "\n]\n";
};
