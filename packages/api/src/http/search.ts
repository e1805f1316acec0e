import type { Request } from "express";

/** `a?b=c` → `b=c`, as the client sent it. */
export const searchOf = (request: Request): URLSearchParams => {
	const start = request.url.indexOf("?");
	return new URLSearchParams(start === -1 ? "" : request.url.slice(start + 1));
};

/** The first value of each parameter; an empty one counts as absent. */
export const firstValues = (query: URLSearchParams): Record<string, string> => {
	const values = new Map<string, string>();
	for (const [name, value] of query) if (!values.has(name)) values.set(name, value);
	return Object.fromEntries([...values].filter(([, value]) => value !== ""));
};
