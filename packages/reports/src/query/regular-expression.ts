import { type AST, RegExpParser } from "@eslint-community/regexpp";

/**
 * Translates JavaScript regular expressions for RE2, which the store runs: RE2 has no back-references and no
 * look-around, reads some escapes differently and lets `.` match a line break. An expression without an equivalent is
 * rejected. Of RE2's own syntax, only `(?i)` at the beginning is accepted, which ignores case.
 */

export const MAX_REGEX_LENGTH = 500;
/** Prefix of an expression that ignores case. */
const ANY_CASE = "(?i)";
const INVALID =
	"not a valid regular expression: the syntax is JavaScript's, without look-around and back-references, and (?i) is the only flag, at the beginning";
/** RE2's own limit on `{n,m}`. */
const MAX_REPEAT = 1000;

export type Translation = { pattern: string } | { refused: string };

class Untranslatable extends Error {
	override name = "Untranslatable";
}

/** JavaScript's white space, as members of a character class. */
const SPACE =
	"\\t\\n\\x0b\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";
const ANYTHING = "[\\x{0}-\\x{10ffff}]";
const NOTHING = "[^\\x{0}-\\x{10ffff}]";
const NO_BACK_REFERENCES = "back-references and octal escapes are not supported";

/**
 * Letters and digits stand for themselves; any other character is written as its code, which both
 * dialects read alike.
 */
const literal = (codePoint: number) => {
	const character = String.fromCodePoint(codePoint);
	return /^\w$/.test(character) ? character : `\\x{${codePoint.toString(16)}}`;
};

/** `\A`, `\z`, `\Q` and the like, which are letters in JavaScript and something else in RE2. */
const isEscapedLetter = (value: number, raw: string) =>
	/^\\[a-z]$/i.test(raw) && raw.codePointAt(1) === value;

const character = ({ value, raw }: AST.Character): string => {
	if (isEscapedLetter(value, raw)) throw new Untranslatable(`${raw} is not supported`);
	if (/^\\(?:[1-9k]|0\d)/.test(raw)) throw new Untranslatable(NO_BACK_REFERENCES);
	return literal(value);
};

const characterSet = (set: AST.CharacterSet, isInClass: boolean): string => {
	if (set.kind === "any") return "[^\\n\\r\\x{2028}\\x{2029}]";
	if (set.kind === "property") return `\\${set.negate ? "P" : "p"}{${set.value ?? set.key}}`;
	if (set.kind !== "space") return set.raw;
	if (!isInClass) return `[${set.negate ? "^" : ""}${SPACE}]`;
	if (set.negate) throw new Untranslatable("\\S inside a class is not supported");
	return SPACE;
};

const characterClass = ({ elements, negate }: AST.CharacterClass): string => {
	const members = elements.map((element) => {
		if (element.type === "Character") return character(element);
		if (element.type === "CharacterSet") return characterSet(element, true);
		if (element.type === "CharacterClassRange")
			return `${character(element.min)}-${character(element.max)}`;
		throw new Untranslatable("classes within classes are not supported");
	});
	if (members.length === 0) return negate ? ANYTHING : NOTHING;
	return `[${negate ? "^" : ""}${members.join("")}]`;
};

const quantified = ({ element, raw, min, max }: AST.Quantifier): string => {
	const isTooOften = min > MAX_REPEAT || (max > MAX_REPEAT && Number.isFinite(max));
	if (isTooOften) throw new Untranslatable(`a repeat of more than ${MAX_REPEAT} is not supported`);
	return translated(element) + raw.slice(element.raw.length);
};

const assertion = (node: AST.Assertion): string => {
	if (node.kind === "start") return "\\A";
	if (node.kind === "end") return "\\z";
	if (node.kind === "word") return node.raw;
	throw new Untranslatable("look-ahead and look-behind are not supported");
};

const alternatives = (all: readonly AST.Alternative[]): string =>
	all.map(({ elements }) => elements.map(translated).join("")).join("|");

const translated = (node: AST.Element): string => {
	switch (node.type) {
		case "Character":
			return character(node);
		case "CharacterSet":
			return characterSet(node, false);
		case "CharacterClass":
			return characterClass(node);
		case "Quantifier":
			return quantified(node);
		case "Assertion":
			return assertion(node);
		case "Group":
			return `(?:${alternatives(node.alternatives)})`;
		case "CapturingGroup":
			return `(${alternatives(node.alternatives)})`;
		case "Backreference":
			throw new Untranslatable(NO_BACK_REFERENCES);
		default:
			throw new Untranslatable("sets of sets are not supported");
	}
};

/** Joins the surrogate halves of characters beyond U+FFFF: without the flag `u` they are parsed separately. */
const withWholeCharacters = (pattern: string): string => {
	const whole = pattern.replaceAll(/\\x\{(d[89ab]..)\}\\x\{(d[c-f]..)\}/g, (_, ...halves) => {
		const [high, low] = halves.map((half) => Number.parseInt(half, 16));
		return literal(String.fromCharCode(high ?? 0, low ?? 0).codePointAt(0) ?? 0);
	});
	if (/\\x\{d[89a-f]..\}/.test(whole))
		throw new Untranslatable("half of a surrogate pair matches no text");
	return whole;
};

// Without inline flags, which arrived in 2025: this way all versions of Node reject the same expressions.
const parser = new RegExpParser({ ecmaVersion: 2024 });

/** Parsed with the flag `u`, or else without it, which allows more; `undefined` for an invalid expression. */
const parsed = (source: string): AST.Pattern | undefined => {
	for (const unicode of [true, false])
		try {
			return parser.parsePattern(source, 0, source.length, { unicode });
		} catch {
			// Invalid in this mode.
		}
	return undefined;
};

/** The expression for the store, or why it cannot be run. */
export const storeRegexOf = (source: string): Translation => {
	if (source === "") return { refused: "a regular expression must not be empty" };
	if (source.length > MAX_REGEX_LENGTH)
		return { refused: `a regular expression must not exceed ${MAX_REGEX_LENGTH} characters` };
	const flag = source.startsWith(ANY_CASE) ? ANY_CASE : "";
	const pattern = parsed(source.slice(flag.length));
	if (pattern === undefined) return { refused: INVALID };
	try {
		return { pattern: flag + withWholeCharacters(alternatives(pattern.alternatives)) };
	} catch (error) {
		if (error instanceof Untranslatable) return { refused: error.message };
		throw error;
	}
};
