/** Arrays of more rows than this are written piece by piece: as one text they would be in memory twice. */
const LARGE_ROWS = 2000;
const ROWS_AT_ONCE = 500;
/** Answers keep their rows at most this far down: `data.data`. */
const DEPTH = 2;

/** Whether an answer holds so many rows that it is better written piece by piece. */
export const isLarge = (value: unknown, depth = DEPTH): boolean => {
	if (Array.isArray(value)) return value.length > LARGE_ROWS;
	if (depth === 0 || typeof value !== "object" || value === null) return false;
	return Object.values(value).some((inner) => isLarge(inner, depth - 1));
};

const piecesOfRows = function* (rows: readonly unknown[]): Generator<string> {
	for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
		const some = JSON.stringify(rows.slice(from, from + ROWS_AT_ONCE)).slice(1, -1);
		yield `${from === 0 ? "[" : ","}${some}`;
	}
	yield "]";
};

/** The text of a JSON value, the same as `JSON.stringify` makes, in pieces where it is large. */
export const jsonPieces = function* (value: unknown): Generator<string> {
	if (!isLarge(value)) yield JSON.stringify(value);
	else if (Array.isArray(value)) yield* piecesOfRows(value);
	else {
		let lead = "{";
		for (const [name, inner] of Object.entries(value as object)) {
			if (inner === undefined) continue;
			yield `${lead}${JSON.stringify(name)}:`;
			yield* jsonPieces(inner);
			lead = ",";
		}
		yield "}";
	}
};
