/** A place in a minified file. Line and column begin at 0. */
export interface GeneratedPlace {
	line: number;
	column: number;
}

/** The place that a map states for it: positions in its lists, `name` -1 without one. Line and column begin at 0. */
export interface OriginalPlace {
	source: number;
	line: number;
	column: number;
	name: number;
}

const CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const NEWLINE = 59;
const SEPARATOR = 44;
const DIGITS = new Uint8Array(128).fill(255);
for (let digit = 0; digit < CHARACTERS.length; digit++)
	DIGITS[CHARACTERS.charCodeAt(digit)] = digit;

/** Where a text of mappings has a character that does not belong there; -1 if nowhere. */
export const invalidCharacterIn = (mappings: string): number => {
	for (let at = 0; at < mappings.length; at++) {
		const code = mappings.charCodeAt(at);
		if (code === NEWLINE || code === SEPARATOR) continue;
		if (code > 127 || DIGITS[code] === 255) return at;
	}
	return -1;
};

/** What is asked about a line, and the best answer so far. */
interface Wanted extends GeneratedPlace {
	foundColumn: number;
	found: OriginalPlace | undefined;
}

/** The fields of the segment being read: column, source, line, column and name. All but the first continue over lines. */
type Fields = [column: number, source: number, line: number, column: number, name: number];

const consider = (wanted: Wanted, fields: Fields, count: number): void => {
	const [column, source, line, originalColumn, name] = fields;
	if (column > wanted.column || column < wanted.foundColumn) return;
	// Of several at the very place the first counts, otherwise the last before it, as in other readers.
	if (column === wanted.foundColumn && column === wanted.column) return;
	wanted.foundColumn = column;
	wanted.found =
		count < 4 ? undefined : { source, line, column: originalColumn, name: count > 4 ? name : -1 };
};

/**
 * Reads mappings once, from the start to the last line asked for, and keeps nothing but the answers: decoding all of a
 * large map would take ten times its size.
 * @returns in the order of `places`; undefined where the map states nothing
 */
export const originalPlaces = (
	mappings: string,
	places: readonly GeneratedPlace[],
): (OriginalPlace | undefined)[] => {
	const all = places.map((place): Wanted => ({ ...place, foundColumn: -1, found: undefined }));
	const ofLine = new Map<number, Wanted[]>();
	for (const one of all) ofLine.set(one.line, [...(ofLine.get(one.line) ?? []), one]);
	const lastLine = Math.max(-1, ...ofLine.keys());
	const fields: Fields = [0, 0, 0, 0, 0];
	let wanted = ofLine.get(0) ?? [];
	let line = 0;
	let count = 0;
	let value = 0;
	let shift = 0;
	const endSegment = () => {
		if (count > 0) for (const one of wanted) consider(one, fields, count);
		count = 0;
	};
	for (let at = 0; at < mappings.length && line <= lastLine; at++) {
		const code = mappings.charCodeAt(at);
		if (code === SEPARATOR) endSegment();
		else if (code === NEWLINE) {
			endSegment();
			fields[0] = 0;
			line++;
			wanted = ofLine.get(line) ?? [];
		} else {
			const digit = DIGITS[code & 127] ?? 0;
			value |= (digit & 31) << shift;
			shift += 5;
			if (digit & 32) continue;
			const size = value >>> 1;
			// The fifth field is the last that a segment has.
			if (count < 5) fields[count] = (fields[count] ?? 0) + (value & 1 ? -size : size);
			count++;
			value = 0;
			shift = 0;
		}
	}
	if (line <= lastLine) endSegment();
	return all.map(({ found }) => found);
};
