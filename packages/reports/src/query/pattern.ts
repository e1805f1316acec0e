import { pathForms } from "./address-forms.ts";
import type { Bind } from "./binding.ts";

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

const isPlain = (pattern: string) => !pattern.includes("*");

const expressionOf = (pattern: string, star: string) => {
	const parts = pattern
		.split(/(\*\*|\*)/)
		.map((part) => (part === "**" ? ".*" : part === "*" ? star : escaped(part)));
	return `(?s)^${parts.join("")}$`;
};

/**
 * How the store matches a pattern with wildcards, the cheapest first: by equality, by prefix where the only wildcard is at
 * the end, or by a regular expression.
 */
export type WildcardPattern =
	| { equals: string }
	/** The rest of the text is anything, or at least one character without a slash. */
	| { startsWith: string; rest: "anything" | "segment" }
	| { matches: string };

const beginningOf = (pattern: string, wildcard: string): string | undefined => {
	const beginning = pattern.slice(0, -wildcard.length);
	return pattern.endsWith(wildcard) && isPlain(beginning) ? beginning : undefined;
};

/** Over paths: `*` is at least one character of a segment, `**` anything. */
export const pathPatternOf = (pattern: string): WildcardPattern => {
	if (isPlain(pattern)) return { equals: pattern };
	const anything = beginningOf(pattern, "**");
	if (anything !== undefined) return { startsWith: anything, rest: "anything" };
	const segment = beginningOf(pattern, "*");
	if (segment !== undefined) return { startsWith: segment, rest: "segment" };
	return { matches: expressionOf(pattern, "[^/]+") };
};

/** Over addresses and labels: `*` matches anything, including slashes and the empty text. */
export const valuePatternOf = (pattern: string): WildcardPattern => {
	if (isPlain(pattern)) return { equals: pattern };
	const anything = beginningOf(pattern, "*");
	if (anything !== undefined) return { startsWith: anything, rest: "anything" };
	return { matches: expressionOf(pattern, ".*") };
};

/** SQL for whether a path matches a pattern, in its encoded or decoded form. */
export const meetsPath = (path: string, pattern: string, bind: Bind): string => {
	const ways = pathForms(pattern).map((form) => meets(path, pathPatternOf(form), bind));
	return ways.length === 1 ? ways.join("") : `(${ways.join(" OR ")})`;
};

/** SQL for whether a text matches a pattern. A comparison takes a fifth of the time of a regular expression. */
export const meets = (text: string, pattern: WildcardPattern, bind: Bind): string => {
	if ("equals" in pattern) return `${text} = ${bind(pattern.equals, "String")}`;
	if ("matches" in pattern) return `match(${text}, ${bind(pattern.matches, "String")})`;
	const beginning = bind(pattern.startsWith, "String");
	const starts = `startsWith(${text}, ${beginning})`;
	if (pattern.rest === "anything") return starts;
	return `(${starts} AND length(${text}) > length(${beginning}) AND position(substring(${text}, length(${beginning}) + 1), '/') = 0)`;
};
