/** The most characters and wildcards of a pattern: each is one bit of a number. */
export const MAX_PATTERN_TOKENS = 30;

const ASCII = 128;

/** What a token accepts: the characters of a class, or one character in either case. */
type Accepts = "any" | "word" | "digit" | { character: string };
interface Token {
	accepts: Accepts;
	repeats: boolean;
}

const WILDCARDS: readonly (readonly [written: string, token: Token])[] = [
	["**", { accepts: "any", repeats: true }],
	["*", { accepts: "word", repeats: true }],
	["?", { accepts: "word", repeats: false }],
	["#+", { accepts: "digit", repeats: true }],
	["#", { accepts: "digit", repeats: false }],
];

/** The tokens of a pattern, or what is wrong with it. */
const tokensOf = (pattern: string): Token[] | string => {
	const tokens: Token[] = [];
	for (let at = 0; at < pattern.length; ) {
		const wildcard = WILDCARDS.find(([written]) => pattern.startsWith(written, at));
		if (wildcard !== undefined) {
			tokens.push(wildcard[1]);
			at += wildcard[0].length;
			continue;
		}
		if (pattern[at] === "\\") at++;
		const character = pattern[at];
		if (character === undefined)
			return "ends with a backslash: write what it stands before, or \\\\ for a backslash";
		tokens.push({ accepts: { character }, repeats: false });
		at++;
	}
	if (tokens.length === 0) return "is empty: write what to mask, such as *@*";
	return tokens.length > MAX_PATTERN_TOKENS
		? `has ${tokens.length} characters and wildcards: use at most ${MAX_PATTERN_TOKENS}`
		: tokens;
};

/** What is wrong with a pattern; `undefined` if it can be used. */
export const faultInPattern = (pattern: string): string | undefined => {
	const tokens = tokensOf(pattern);
	return typeof tokens === "string" ? tokens : undefined;
};

const ASCII_WORD = /[\w.%+~-]/;

/** The spaces beyond ASCII. */
const isSpace = (code: number): boolean =>
	code === 0xa0 ||
	(code >= 0x2000 && code <= 0x200a) ||
	[0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff].includes(code);

/** Which tokens accept a character, as the bits of a number. */
const createAccepted = (tokens: readonly Token[]): ((code: number) => number) => {
	const bits = { any: 0, word: 0, digit: 0 };
	const ofCharacter = new Map<number, number>();
	for (const [index, { accepts }] of tokens.entries()) {
		const bit = 1 << index;
		if (typeof accepts === "string") bits[accepts] |= bit;
		else {
			const { character } = accepts;
			// "ß" in capitals has two letters.
			for (const one of new Set([character, character.toLowerCase(), character.toUpperCase()]))
				if (one.length === 1) {
					const code = one.charCodeAt(0);
					ofCharacter.set(code, (ofCharacter.get(code) ?? 0) | bit);
				}
		}
	}
	const ofAscii = Int32Array.from({ length: ASCII }, (_, code) => {
		const isDigit = code >= 48 && code <= 57;
		const isWord = ASCII_WORD.test(String.fromCharCode(code));
		const ofClasses = bits.any | (isWord ? bits.word : 0) | (isDigit ? bits.digit : 0);
		return ofClasses | (ofCharacter.get(code) ?? 0);
	});
	return (code) =>
		code < ASCII
			? (ofAscii[code] as number)
			: bits.any | (isSpace(code) ? 0 : bits.word) | (ofCharacter.get(code) ?? 0);
};

/** Reused by all masks, which run to their end one after the other. */
let reached = new Int32Array(2048);

/**
 * Makes a function that replaces what a pattern matches in a text; matches that touch or overlap become one
 * placeholder. `*` is a run of letters, digits, `.`, `_`, `%`, `+`, `~`, `-` and characters beyond ASCII, `?` one of
 * these, `#` a digit, `#+` a run of digits and `**` a run of anything; `\` makes the next character a plain one. Case is
 * ignored.
 *
 * The text is read once forwards and once backwards, whatever it and the pattern are: bit n of a number says that the
 * character may be the one that token n accepts (https://en.wikipedia.org/wiki/Bitap_algorithm).
 */
export const createMask = (pattern: string, placeholder: string): ((text: string) => string) => {
	const tokens = tokensOf(pattern);
	if (typeof tokens === "string") throw new RangeError(`The pattern ${tokens}`);
	const accepted = createAccepted(tokens);
	const last = 1 << (tokens.length - 1);
	let repeating = 0;
	for (const [index, { repeats }] of tokens.entries()) if (repeats) repeating |= 1 << index;

	return (text) => {
		const { length } = text;
		if (reached.length < length) reached = new Int32Array(length);
		let bits = 0;
		let ends = 0;
		for (let at = 0; at < length; at++) {
			bits = ((bits << 1) | 1 | (bits & repeating)) & accepted(text.charCodeAt(at));
			reached[at] = bits;
			ends |= bits & last;
		}
		if (ends === 0) return text;

		let masked = "";
		// The end of what is not yet copied, and whether the character after `at` is masked.
		let end = length;
		let isInMatch = false;
		bits = 0;
		for (let at = length - 1; at >= 0; at--) {
			bits = ((bits >>> 1) | (bits & repeating) | last) & accepted(text.charCodeAt(at));
			const matches = (bits & (reached[at] as number)) !== 0;
			if (matches && !isInMatch) masked = placeholder + text.slice(at + 1, end) + masked;
			if (matches) end = at;
			isInMatch = matches;
		}
		return text.slice(0, end) + masked;
	};
};
