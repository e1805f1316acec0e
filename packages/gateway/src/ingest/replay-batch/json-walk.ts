const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const UPPER_E = 0x45;
const OPENING_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_LIST = 0x5d;
const LOWER_E = 0x65;
const LOWER_U = 0x75;
const OPENING_OBJECT = 0x7b;
const CLOSING_OBJECT = 0x7d;
const PLUS = 0x2b;

/** A page's tree nests two levels per element; no page comes close, and no reader of the result overflows its stack. */
const MAX_DEPTH = 4096;

const LITERALS: Readonly<Record<number, Buffer>> = {
	116: Buffer.from("true"),
	102: Buffer.from("false"),
	110: Buffer.from("null"),
};
const ESCAPED: ReadonlySet<number> = new Set(Buffer.from('"\\/bfnrt'));
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Thrown where the bytes stop being JSON. */
export class NotJsonError extends Error {
	override name = "NotJsonError";
}

/** Receives what a walk finds; spans are `[start, end)` in the bytes. */
export interface JsonVisitor {
	/** Keys and values nested in more lists and objects than this are skipped. */
	maxDepth: number;
	/** Including the quotes. */
	key(depth: number, start: number, end: number): void;
	value(depth: number, start: number, end: number): void;
}

type Expected = "value" | "value or ]" | "key" | "key or }" | ":" | ", or close" | "nothing";

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= ZERO && byte <= NINE;

const isOfNumber = (byte: number | undefined) =>
	isDigit(byte) ||
	byte === DOT ||
	byte === LOWER_E ||
	byte === UPPER_E ||
	byte === PLUS ||
	byte === MINUS;

const endOfNumber = (bytes: Buffer, start: number): number => {
	let end = start;
	while (isDigit(bytes[end])) end++;
	// Nearly all numbers are of this form; a leading zero is left to the general rule.
	if (!isOfNumber(bytes[end]) && end > start && bytes[start] !== ZERO) return end;
	while (isOfNumber(bytes[end])) end++;
	if (!NUMBER.test(bytes.toString("latin1", start, end))) throw new NotJsonError();
	return end;
};

const endOfEscape = (bytes: Buffer, at: number): number => {
	const byte = bytes[at + 1] ?? 0;
	if (ESCAPED.has(byte)) return at + 2;
	if (byte !== LOWER_U || !/^[\da-fA-F]{4}$/.test(bytes.toString("latin1", at + 2, at + 6)))
		throw new NotJsonError();
	return at + 6;
};

const endOfText = (bytes: Buffer, start: number): number => {
	let at = start + 1;
	for (;;) {
		const byte = bytes[at];
		if (byte === QUOTE) return at + 1;
		// Control characters must be escaped; there is none after the last byte.
		if (byte === undefined || byte < SPACE) throw new NotJsonError();
		at = byte === BACKSLASH ? endOfEscape(bytes, at) : at + 1;
	}
};

const endOfLiteral = (bytes: Buffer, start: number): number => {
	const literal = LITERALS[bytes[start] ?? 0];
	if (literal === undefined) throw new NotJsonError();
	const end = start + literal.length;
	if (literal.compare(bytes, start, Math.min(end, bytes.length)) !== 0) throw new NotJsonError();
	return end;
};

/**
 * Checks that bytes are JSON and locates its outer values without creating any: `JSON.parse` of ten megabytes blocks
 * the event loop for a tenth of a second, this proceeds in steps. `advance` reads up to an offset and
 * resolves to whether there is more.
 * @throws NotJsonError
 */
export const createJsonWalk = (bytes: Buffer, visitor: JsonVisitor) => {
	const isList = new Uint8Array(MAX_DEPTH);
	const starts: number[] = [];
	let depth = 0;
	let at = 0;
	let expected: Expected = "value";

	const ended = (start: number) => {
		if (depth <= visitor.maxDepth) visitor.value(depth, start, at);
		expected = depth === 0 ? "nothing" : ", or close";
	};

	const open = (list: boolean) => {
		if (depth === MAX_DEPTH) throw new NotJsonError();
		isList[depth] = list ? 1 : 0;
		starts[depth] = at;
		depth++;
		at++;
		expected = list ? "value or ]" : "key or }";
	};

	const close = () => {
		depth--;
		at++;
		ended(starts[depth] ?? 0);
	};

	const value = (byte: number) => {
		const start = at;
		if (byte === OPENING_OBJECT) return open(false);
		if (byte === OPENING_LIST) return open(true);
		if (byte === QUOTE) at = endOfText(bytes, at);
		else if (byte === MINUS || isDigit(byte)) at = endOfNumber(bytes, at);
		else at = endOfLiteral(bytes, at);
		ended(start);
	};

	const key = () => {
		const start = at;
		at = endOfText(bytes, at);
		if (depth <= visitor.maxDepth) visitor.key(depth, start, at);
		expected = ":";
	};

	const token = (byte: number) => {
		const inList = isList[depth - 1] === 1;
		if (expected === "value") return value(byte);
		if (expected === "value or ]") return byte === CLOSING_LIST ? close() : value(byte);
		if (expected === "key or }" && byte === CLOSING_OBJECT) return close();
		if ((expected === "key" || expected === "key or }") && byte === QUOTE) return key();
		if (expected === ":" && byte === COLON) {
			at++;
			expected = "value";
			return;
		}
		if (expected === ", or close" && byte === COMMA) {
			at++;
			expected = inList ? "value" : "key";
			return;
		}
		if (expected === ", or close" && byte === (inList ? CLOSING_LIST : CLOSING_OBJECT))
			return close();
		throw new NotJsonError();
	};

	return {
		advance: (until: number): boolean => {
			const end = Math.min(until, bytes.length);
			while (at < end) {
				const byte = bytes[at] ?? 0;
				if (byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB) at++;
				else token(byte);
			}
			if (at < bytes.length) return true;
			if (expected !== "nothing") throw new NotJsonError();
			return false;
		},
	};
};
