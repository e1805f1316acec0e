const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING_LIST = 0x5b;
const CLOSING_LIST = 0x5d;
const OPENING_OBJECT = 0x7b;
const CLOSING_OBJECT = 0x7d;

/** Limits on the structure of JSON, whatever its size in bytes. */
export interface StructureLimits {
	maxDepth: number;
	/** Of lists and objects together, counted by their commas. */
	maxValues: number;
	/** For `{"rows": […]}`: values that are nested in two lists or objects. */
	maxRows?: number;
}

/** Where the text that begins at `start` ends: at its closing quote, or at the end of the bytes. */
const endOfText = (bytes: Buffer, start: number): number => {
	let at = start;
	while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
	return at;
};

/** The depth of the rows in `{"rows": […]}`. */
const ROW_DEPTH = 2;

/**
 * Which limit JSON exceeds; undefined if none. JSON that nests very deep or has very many values blocks the parser for
 * tenths of a second and takes a hundred times its bytes; checking the bytes first costs a millisecond or two per
 * megabyte, and stops at the limit.
 */
export const exceededLimit = (
	bytes: Buffer,
	{ maxDepth, maxValues, maxRows = Number.POSITIVE_INFINITY }: StructureLimits,
): keyof StructureLimits | undefined => {
	let depth = 0;
	let values = 0;
	let rows = 1;
	for (let at = 0; at < bytes.length; at++) {
		switch (bytes[at]) {
			case QUOTE:
				at = endOfText(bytes, at + 1);
				break;
			case COMMA:
				if (++values > maxValues) return "maxValues";
				if (depth === ROW_DEPTH && ++rows > maxRows) return "maxRows";
				break;
			case OPENING_LIST:
			case OPENING_OBJECT:
				if (++depth > maxDepth) return "maxDepth";
				break;
			case CLOSING_LIST:
			case CLOSING_OBJECT:
				depth--;
				break;
		}
	}
	return undefined;
};
