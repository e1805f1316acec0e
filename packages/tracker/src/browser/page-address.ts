/** What of the address is tracked; both parts as in a URL. */
export type PageAddress = readonly [path: string, query: string];

/**
 * The current address. A hash route (`#/x` or `#!/x`) stands for the path and has a query of its own; other fragments count
 * only on request.
 */
export const pageAddress = (withQuery?: boolean, withFragment?: boolean): PageAddress => {
	const { pathname, search, hash } = location;
	const [, path = pathname + (withFragment ? hash : ""), query] =
		/^#!?(\/[^?#]*)(\?[^#]*)?/.exec(hash) ?? [];
	return [path, (withQuery && (query || search)) || ""];
};
