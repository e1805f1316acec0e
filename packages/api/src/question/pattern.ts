const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

const isPlain = (pattern: string) => !pattern.includes("*");

const expressionOf = (pattern: string, star: string) => {
	const parts = pattern
		.split(/(\*\*|\*)/)
		.map((part) => (part === "**" ? ".*" : part === "*" ? star : escaped(part)));
	return `(?s)^${parts.join("")}$`;
};

/**
 * A pattern with wildcards as what the store compares with: itself where it has none, else a regular expression
 * over the whole text.
 */
export type WildcardPattern = { equals: string } | { matches: string };

/** Over paths: `*` is at least one character of a segment, `**` anything. */
export const pathPatternOf = (pattern: string): WildcardPattern =>
	isPlain(pattern) ? { equals: pattern } : { matches: expressionOf(pattern, "[^/]+") };

/** Over addresses and labels: `*` is anything, slashes and nothing included. */
export const valuePatternOf = (pattern: string): WildcardPattern =>
	isPlain(pattern) ? { equals: pattern } : { matches: expressionOf(pattern, ".*") };
