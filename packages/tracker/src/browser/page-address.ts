/** What of the address is tracked; both parts as in a URL. */
export type PageAddress = readonly [path: string, query: string];

/**
 * The current address, or what is tracked of a given one. A hash route (`#/x` or `#!/x`) stands for the path and has a query of its own; other fragments count
 * only on request.
 */
export const pageAddress = (
	withQuery?: boolean,
	withFragment?: boolean,
	{ pathname, search, hash }: URL | Location = location,
): PageAddress => {
	const [, path = pathname + (withFragment ? hash : ""), query] =
		/^#!?(\/[^?#]*)(\?[^#]*)?/.exec(hash) ?? [];
	return [path, (withQuery && (query || search)) || ""];
};
