/** A test of one lower-cased text. */
export type Matcher = (lowerCased: string) => boolean;

/**
 * `*` matches any run of characters, including `/`; everything else matches itself. The pieces between the stars are
 * searched for from left to right, which is linear where a regular expression with many stars is not.
 */
const globOf = (pattern: string): Matcher => {
	const [head = "", ...inner] = pattern.split("*");
	const tail = inner.pop() ?? "";
	return (text) => {
		if (!text.startsWith(head)) return false;
		let at = head.length;
		for (const piece of inner) {
			const found = text.indexOf(piece, at);
			if (found === -1) return false;
			at = found + piece.length;
		}
		return text.length - tail.length >= at && text.endsWith(tail);
	};
};

/** One matcher for many case-insensitive patterns; all plain ones together cost a set look-up. */
export const anyGlobOf = (patterns: readonly string[]): Matcher => {
	const lowerCased = patterns.map((pattern) => pattern.toLowerCase());
	const plain = new Set(lowerCased.filter((pattern) => !pattern.includes("*")));
	const globs = lowerCased.filter((pattern) => pattern.includes("*")).map(globOf);
	return (text) => plain.has(text) || globs.some((matches) => matches(text));
};
