const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING_LIST = 0x5b;
const CLOSING_LIST = 0x5d;
const OPENING_OBJECT = 0x7b;
const CLOSING_OBJECT = 0x7d;

/** Events nest three deep, and newer ones a few more. */
const MAX_DEPTH = 64;
/** The largest batch holds 500 events of some thirty fields each. */
const MAX_VALUES = 50_000;

/** Where the text that begins at `start` ends: at its closing quote, or at the end of the bytes. */
const endOfText = (bytes: Buffer, start: number): number => {
	let at = start;
	while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
	return at;
};

/**
 * Whether JSON is built as a batch of events can be. What nests very deep or holds very many values stalls the parser
 * for tenths of a second; looking at the bytes first costs a millisecond or two of a whole megabyte.
 */
export const isBuiltLikeEvents = (bytes: Buffer): boolean => {
	let depth = 0;
	let values = 0;
	for (let at = 0; at < bytes.length; at++) {
		switch (bytes[at]) {
			case QUOTE:
				at = endOfText(bytes, at + 1);
				break;
			case COMMA:
				if (++values > MAX_VALUES) return false;
				break;
			case OPENING_LIST:
			case OPENING_OBJECT:
				if (++depth > MAX_DEPTH) return false;
				break;
			case CLOSING_LIST:
			case CLOSING_OBJECT:
				depth--;
				break;
		}
	}
	return true;
};
