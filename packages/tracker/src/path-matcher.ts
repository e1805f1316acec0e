/**
 * Finds the first pattern that matches a path: `*` is one segment, `**` any number, and `re:` begins a regular expression.
 * @throws SyntaxError for a regular expression that is none, here rather than on every event.
 */
export const pathMatcher = (patterns: readonly string[]) => {
	const tests = patterns.map((pattern) => ({
		pattern,
		expression: new RegExp(
			pattern.startsWith("re:")
				? pattern.slice(3)
				: `^${pattern.replace(/\*\*|\W/g, (part) =>
						part === "**" ? ".*" : part === "*" ? "[^/]+" : `\\${part}`,
					)}$`,
		),
	}));
	return (path: string): string | undefined =>
		tests.find(({ expression }) => expression.test(path))?.pattern;
};
