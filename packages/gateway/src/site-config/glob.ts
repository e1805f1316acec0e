/** A test of one lower-cased text. */
export type Matcher = (lowerCased: string) => boolean;

interface Glob {
	/** The text before the first star, and behind the last. */
	head: string;
	tail: string;
	matches: Matcher;
}

/**
 * `*` stands for any run of characters, `/` too; everything else for itself. The pieces between the stars are
 * searched for from left to right, which is linear where a regular expression with many stars is not.
 */
const globOf = (pattern: string): Glob => {
	const pieces = pattern.split("*");
	const head = pieces[0] ?? "";
	const tail = pieces.at(-1) ?? "";
	const inner = pieces.slice(1, -1);
	return {
		head,
		tail,
		matches: (text) => {
			if (!text.startsWith(head)) return false;
			let at = head.length;
			for (const piece of inner) {
				const found = text.indexOf(piece, at);
				if (found === -1) return false;
				at = found + piece.length;
			}
			return text.length - tail.length >= at && text.endsWith(tail);
		},
	};
};

/** Globs by the end that `part` names: one look-up for each length that occurs, however many there are. */
const indexOf = (
	globs: readonly Glob[],
	part: "head" | "tail",
	cut: (text: string, length: number) => string,
): Matcher => {
	const byText = new Map<string, Matcher[]>();
	for (const glob of globs) {
		const known = byText.get(glob[part]);
		if (known === undefined) byText.set(glob[part], [glob.matches]);
		else known.push(glob.matches);
	}
	const lengths = [...new Set(globs.map((glob) => glob[part].length))];
	return (text) =>
		lengths.some(
			(length) => byText.get(cut(text, length))?.some((matches) => matches(text)) ?? false,
		);
};

/** One matcher for many case-insensitive patterns; plain ones cost a set look-up together. */
export const anyGlobOf = (patterns: readonly string[]): Matcher => {
	const lowerCased = patterns.map((pattern) => pattern.toLowerCase());
	const plain = new Set(lowerCased.filter((pattern) => !pattern.includes("*")));
	const globs = lowerCased.filter((pattern) => pattern.includes("*")).map(globOf);
	const byHead = indexOf(
		globs.filter(({ head }) => head !== ""),
		"head",
		(text, length) => text.slice(0, length),
	);
	const byTail = indexOf(
		globs.filter(({ head }) => head === ""),
		"tail",
		(text, length) => text.slice(Math.max(0, text.length - length)),
	);
	return (text) => plain.has(text) || byHead(text) || byTail(text);
};
