/** Longer functions have no name here: each place takes so much time at most. */
const MAX_CHARACTERS = 20_000;
/** Of a signature, before its body. */
const MAX_HEAD = 1000;

/** Words before a bracket or a block that are no names of functions. */
const NO_NAMES = new Set([
	...["if", "for", "while", "switch", "catch", "with", "function", "return", "await", "typeof"],
	...["else", "do", "try", "finally", "new", "in", "of", "async", "yield", "static"],
]);

const WORD = /[\w$]/;
/** Of type parameters, such as `<Item>`. */
const MAX_TYPES = 102;
/** A type behind the bracket of parameters, such as `: Promise<void>`. */
const RETURNED = /:[^(){};=]{1,200}$/;
/** Whose function a value is: `total = `, `total: `, `this.total = async `. */
const NAMED = /([\w$]+)\s*(?:[=:]|:[^=;{}]{1,200}=)\s*(?:async\s*)?(?:<[^<>]{0,100}>\s*)?$/;
const ARROW_BEFORE =
	/([\w$]+)\s*(?:[=:]|:[^=;{}]{1,200}=)\s*(?:async\s*)?(?:\([^()]{0,300}\)|[\w$]+)\s*=>[^;]*$/;

/** Where the bracket opens that ends at the end of the text; -1 without one. */
const openingOf = (text: string): number => {
	let depth = 0;
	for (let at = text.length - 1; at >= 0; at--) {
		if (text[at] === ")") depth++;
		else if (text[at] === "(" && --depth === 0) return at;
	}
	return -1;
};

const nameOf = (name: string | undefined): string | undefined =>
	name === undefined || NO_NAMES.has(name) ? undefined : name;

/** The word that ends a text. Patterns that end with the text would be tried from each of its places. */
const lastWordOf = (text: string): string => {
	let first = text.length;
	while (first > 0 && WORD.test(text.charAt(first - 1))) first--;
	return text.slice(first);
};

const without = (text: string, end: string) => text.slice(0, text.length - end.length).trimEnd();

/** A text without the type parameters that end it. */
const withoutTypes = (text: string): string => {
	const opening = text.endsWith(">") ? text.lastIndexOf("<") : -1;
	return opening < 0 || text.length - opening > MAX_TYPES ? text : text.slice(0, opening).trimEnd();
};

/** The name of the function whose parameters end a text, such as `async add(item)`; undefined for one without a name. */
const nameBeforeParameters = (text: string, isArrow: boolean): string | undefined => {
	const parameters = openingOf(text);
	if (parameters < 0) return undefined;
	const before = withoutTypes(text.slice(0, parameters).trimEnd());
	const word = lastWordOf(before);
	const name = word === "function" ? "" : word;
	const keyword = without(before, name);
	const plain = keyword.endsWith("*") ? without(keyword, "*") : keyword;
	const isFunction = lastWordOf(plain) === "function";
	if (isFunction && name !== "") return name;
	if (isFunction) return nameOf(NAMED.exec(without(plain, "function"))?.[1]);
	return nameOf(isArrow ? NAMED.exec(before)?.[1] : name || undefined);
};

/** The name of the function whose body follows a text; undefined for another block, and for a function without a name. */
const nameOfBlock = (text: string): string | undefined => {
	const head = text.trimEnd();
	if (head.endsWith("=>")) {
		const before = head.slice(0, -2).trimEnd();
		const parameters = before.endsWith(")") ? before : before.replace(RETURNED, "").trimEnd();
		if (parameters.endsWith(")")) return nameBeforeParameters(parameters, true);
		return nameOf(NAMED.exec(without(parameters, lastWordOf(parameters)))?.[1]);
	}
	const signature = head.endsWith(")") ? head : head.replace(RETURNED, "").trimEnd();
	return signature.endsWith(")") ? nameBeforeParameters(signature, false) : undefined;
};

/**
 * The named function around a place of a source, as its text tells; "" outside of one. A guess by brackets, which strings
 * with brackets can mislead: but the same text has the same answer, whatever a minifier has made of it.
 * @param offset in characters
 */
export const enclosingFunction = (text: string, offset: number): string => {
	const first = Math.max(0, offset - MAX_CHARACTERS);
	const line = text.slice(Math.max(first, text.lastIndexOf("\n", offset - 1) + 1), offset);
	const arrow = nameOf(ARROW_BEFORE.exec(line)?.[1]);
	if (arrow !== undefined) return arrow;
	let depth = 0;
	for (let at = offset - 1; at >= first; at--) {
		if (text[at] === "}") depth++;
		else if (text[at] === "{" && --depth < 0) {
			depth = 0;
			const name = nameOfBlock(text.slice(Math.max(0, at - MAX_HEAD), at));
			if (name !== undefined) return name;
		}
	}
	return "";
};
