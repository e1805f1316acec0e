const expressionOf = (pattern: string) =>
	new RegExp(
		pattern.startsWith("re:")
			? pattern.slice(3)
			: `^${pattern.replace(/\*\*|\W/g, (part) =>
					part === "**" ? ".*" : part === "*" ? "[^/]+" : `\\${part}`,
				)}$`,
	);

/**
 * Finds the first pattern that matches a path: `*` is one segment, `**` any number, and `re:` starts a regular
 * expression.
 * @throws SyntaxError for an invalid regular expression, here rather than on every event.
 */
export const createPathMatcher = (patterns: readonly string[]) => {
	const expressions = patterns.map(expressionOf);
	return (path: string): string | undefined =>
		patterns[expressions.findIndex((expression) => expression.test(path))];
};
