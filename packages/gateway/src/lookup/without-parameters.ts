import { decoded } from "./url-parameters.ts";

/** How often an address may be encoded within another one and still be found. */
const MAX_LEVEL = 4;
/** Decoded, a name has at most 256 characters; in UTF-8 each takes up to nine. */
const MAX_NAME_LENGTH = 2_304;

const OPENING = /[?&#]|%(?:25){0,3}(?:3F|26|23)/gi;
/** `?`, `&` and `#`. */
const OPENS: ReadonlySet<number> = new Set([63, 38, 35]);
/** What ends a name: a value, the next parameter, or the end of the address. */
const NAME_END = /[=?&#\s"'<>`\\]|%(?:25){0,3}(?:3D|3F|26|23)/gi;
const isEquals = (delimiter: string) => delimiter === "=" || /3D$/i.test(delimiter);
/** A text with none of these is a single address, which may contain quotes and brackets within a value. */
const BEYOND_ADDRESS = /[\s"<>{}]/;

/** How often the delimiter of a parameter is encoded: `?` is 0, `%3F` 1, `%253F` 2. */
const levelOf = (delimiter: string) => (delimiter.startsWith("%") ? (delimiter.length - 1) / 2 : 0);

/** What ends a value, by the level of its parameter; a delimiter that is encoded more often is part of the value. */
const valueEnds = (beyond: string): readonly RegExp[] =>
	Array.from({ length: MAX_LEVEL + 1 }, (_, level) =>
		level === 0
			? new RegExp(`[&#${beyond}]`, "g")
			: new RegExp(`[&#${beyond}]|%(?:25){0,${level - 1}}(?:26|23)`, "gi"),
	);
const VALUE_ENDS = valueEnds("\\s");
const VALUE_ENDS_IN_TEXT = valueEnds("\\s\"'<>`\\\\)");
const AMPERSANDS = Array.from({ length: MAX_LEVEL + 1 }, (_, level) =>
	level === 0 ? /&(?:amp;)?/y : new RegExp(`%${"25".repeat(level - 1)}26`, "iy"),
);

const endOf = (pattern: RegExp | undefined, text: string, from: number): number => {
	if (pattern === undefined) return from;
	pattern.lastIndex = from;
	return pattern.test(text) ? pattern.lastIndex : from;
};

const startOf = (pattern: RegExp | undefined, text: string, from: number): number => {
	if (pattern === undefined) return from;
	pattern.lastIndex = from;
	return pattern.exec(text)?.index ?? text.length;
};

/** If the parameter that starts there has an excluded name and a value, where the value starts; else 0. */
const excludedValueAt = (
	text: string,
	from: number,
	level: number,
	excluded: ReadonlySet<string>,
): number => {
	// In a forged text, most such characters start no name, and the search costs more than this check.
	if (OPENS.has(text.charCodeAt(from))) return 0;
	NAME_END.lastIndex = from;
	const end = NAME_END.exec(text);
	const length = end === null ? 0 : end.index - from;
	if (end === null || length === 0 || length > MAX_NAME_LENGTH || !isEquals(end[0])) return 0;
	let name = text.slice(from, end.index);
	for (let times = 0; times <= level; times++) name = decoded(name);
	return excluded.has(name.toLowerCase()) ? NAME_END.lastIndex : 0;
};

/**
 * Drops the parameters whose lower-cased names are excluded from every address within a text, in queries and fragments,
 * including addresses encoded as part of another one. All other characters stay.
 */
export const withoutParameters = (text: string, excluded: ReadonlySet<string>): string => {
	if (excluded.size === 0) return text;
	const ends = BEYOND_ADDRESS.test(text) ? VALUE_ENDS_IN_TEXT : VALUE_ENDS;
	let kept = "";
	let from = 0;
	OPENING.lastIndex = 0;
	for (let found = OPENING.exec(text); found !== null; found = OPENING.exec(text)) {
		const level = levelOf(found[0]);
		const opened = found[0] === "&" ? endOf(AMPERSANDS[0], text, found.index) : OPENING.lastIndex;
		let next = opened;
		let isLast = false;
		while (!isLast) {
			const value = excludedValueAt(text, next, level, excluded);
			if (value === 0) break;
			const end = startOf(ends[level], text, value);
			next = endOf(AMPERSANDS[level], text, end);
			isLast = next === end;
		}
		if (next === opened) continue;
		kept += text.slice(from, isLast ? found.index : opened);
		from = next;
		OPENING.lastIndex = next;
	}
	return from === 0 ? text : kept + text.slice(from);
};
