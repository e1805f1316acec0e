/**
 * A JavaScript regular expression in the words of RE2, which the store runs: it has no back-references and no
 * look-around, reads some escapes differently and lets `.` match a line break. What has no equivalent is refused.
 */

export const MAX_REGEX_LENGTH = 500;
/** RE2's own limit on `{n,m}`. */
const MAX_REPEAT = 1000;

export type Translation = { pattern: string } | { refused: string };

class Untranslatable extends Error {
	override name = "Untranslatable";
}

/** JavaScript's white space, as members of a class. */
const SPACE =
	"\\t\\n\\x0b\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";
const CONTROL: Record<string, string> = {
	t: "\\t",
	n: "\\n",
	v: "\\x0b",
	f: "\\f",
	r: "\\r",
};

const codePoint = (value: number) => `\\x{${value.toString(16)}}`;
/** Letters and digits stand for themselves; anything else is named by its number, which no dialect reads differently. */
const literal = (character: string) =>
	/^[A-Za-z0-9_]$/.test(character) ? character : codePoint(character.codePointAt(0) ?? 0);

const isValidInJavaScript = (text: string) => {
	for (const flags of ["u", ""])
		try {
			new RegExp(text, flags);
			return true;
		} catch {
			// Not under these flags; the last word is after the loop.
		}
	return false;
};

const translate = (source: string): string => {
	const characters = [...source];
	let at = 0;
	const peek = (ahead = 0) => characters[at + ahead] ?? "";
	const rest = () => characters.slice(at).join("");
	const taken = (found: RegExpExecArray) => {
		at += [...found[0]].length;
	};
	const surrogatePair = (high: number) => {
		const low = /^\\u([dD][c-fC-F][0-9a-fA-F]{2})/.exec(rest());
		if (high < 0xd800 || high > 0xdbff || !low?.[1]) {
			if (high >= 0xd800 && high <= 0xdfff)
				throw new Untranslatable("half of a surrogate pair matches no text");
			return codePoint(high);
		}
		taken(low);
		return codePoint((high - 0xd800) * 0x400 + (Number.parseInt(low[1], 16) - 0xdc00) + 0x10000);
	};

	/** What follows a backslash, wherever it stands. */
	const escapeSequence = (inClass: boolean): string => {
		const character = peek();
		const numbered = /^(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/.exec(
			rest(),
		);
		if (numbered) {
			taken(numbered);
			return surrogatePair(Number.parseInt(numbered[1] ?? numbered[2] ?? numbered[3] ?? "", 16));
		}
		const property = /^([pP])\{(?:(?:Script|sc)=)?([A-Za-z_]+)\}/.exec(rest());
		if (property) {
			taken(property);
			return `\\${property[1]}{${property[2]}}`;
		}
		at += 1;
		if (character === "d" || character === "D" || character === "w" || character === "W")
			return `\\${character}`;
		if (character === "s") return inClass ? SPACE : `[${SPACE}]`;
		if (character === "S") {
			if (inClass) throw new Untranslatable("\\S inside a class is not supported");
			return `[^${SPACE}]`;
		}
		const control = CONTROL[character];
		if (control !== undefined) return control;
		if (character === "0" && !/^\d$/.test(peek())) return codePoint(0);
		if (/^[0-9k]$/.test(character))
			throw new Untranslatable("back-references and octal escapes are not supported");
		if (character === "c") {
			const letter = peek();
			if (!/^[A-Za-z]$/.test(letter)) throw new Untranslatable("\\c needs a letter");
			at += 1;
			return codePoint(letter.charCodeAt(0) % 32);
		}
		if (character === "b" || character === "B") {
			if (inClass && character === "b") return codePoint(8);
			return `\\${character}`;
		}
		return literal(character);
	};

	const characterClass = (): string => {
		const negated = peek() === "^";
		if (negated) at += 1;
		let members = "";
		while (peek() !== "]") {
			const character = peek();
			at += 1;
			if (character === "\\") members += escapeSequence(true);
			else if (character === "-" && members !== "" && peek() !== "]") members += "-";
			else members += literal(character);
		}
		at += 1;
		const everything = "[\\x{0}-\\x{10ffff}]";
		if (members === "") return negated ? everything : "[^\\x{0}-\\x{10ffff}]";
		return `[${negated ? "^" : ""}${members}]`;
	};

	const group = (): string => {
		const name = /^\?<([A-Za-z_][A-Za-z0-9_]*)>/.exec(rest());
		if (name) {
			taken(name);
			return "(";
		}
		if (rest().startsWith("?:")) {
			at += 2;
			return "(?:";
		}
		if (peek() === "?")
			throw new Untranslatable("look-ahead, look-behind and inline flags are not supported");
		return "(";
	};

	const repeat = (): string => {
		const counts = /^(\d+)(?:,(\d*))?\}/.exec(rest());
		if (!counts) return literal("{");
		if (Number(counts[1]) > MAX_REPEAT || Number(counts[2] ?? 0) > MAX_REPEAT)
			throw new Untranslatable(`a repeat of more than ${MAX_REPEAT} is not supported`);
		taken(counts);
		return `{${counts[0]}`;
	};

	let pattern = "";
	while (at < characters.length) {
		const character = peek();
		at += 1;
		if (character === "\\") pattern += escapeSequence(false);
		else if (character === "[") pattern += characterClass();
		else if (character === "(") pattern += group();
		else if (character === "{") pattern += repeat();
		else if (character === ".") pattern += "[^\\n\\r\\x{2028}\\x{2029}]";
		else if (character === "^") pattern += "\\A";
		else if (character === "$") pattern += "\\z";
		else if (/^[|)*+?]$/.test(character)) pattern += character;
		else pattern += literal(character);
	}
	return pattern;
};

/** The expression as the store understands it, or why it cannot be run. */
export const storeRegexOf = (source: string): Translation => {
	if (source === "") return { refused: "a regular expression must not be empty" };
	if (source.length > MAX_REGEX_LENGTH)
		return { refused: `a regular expression must not exceed ${MAX_REGEX_LENGTH} characters` };
	if (!isValidInJavaScript(source)) return { refused: "not a valid regular expression" };
	try {
		return { pattern: translate(source) };
	} catch (error) {
		if (error instanceof Untranslatable) return { refused: error.message };
		throw error;
	}
};
