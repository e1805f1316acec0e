/** Arrays with more rows are streamed: serialized at once, they would be in memory twice. */
const LARGE_ROWS = 2000;
const ROWS_AT_ONCE = 500;
/** Answers nest their rows at most this deep: `data.data`. */
const DEPTH = 2;

/** Whether an answer has enough rows to be streamed. */
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

/** The output of `JSON.stringify`, in pieces where the value is large. */
export const jsonTextPieces = function* (value: unknown): Generator<string> {
	if (!isLarge(value)) yield JSON.stringify(value);
	else if (Array.isArray(value)) yield* piecesOfRows(value);
	else {
		let lead = "{";
		for (const [name, inner] of Object.entries(value as object)) {
			if (inner === undefined) continue;
			yield `${lead}${JSON.stringify(name)}:`;
			yield* jsonTextPieces(inner);
			lead = ",";
		}
		yield "}";
	}
};
