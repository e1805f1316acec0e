/** The tracked parts of an address, as in a URL. */
export type PageAddress = readonly [path: string, query: string];

let withQuery: boolean | undefined = true;
let withFragment: boolean | undefined = false;

/** Sets whether queries and fragments other than routes are tracked. */
export const trackParts = (query: boolean | undefined, fragment: boolean | undefined): void => {
	withQuery = query;
	withFragment = fragment;
};

/**
 * The tracked parts of the current address, or of a given one. A hash route (`#/x` or `#!/x`) replaces the path and has
 * its own query; other fragments are optional.
 */
export const pageAddress = ({ pathname, search, hash }: URL | Location = location): PageAddress => {
	const [, path = withFragment ? pathname + hash : pathname, query] =
		/^#!?(\/[^?#]*)(\?[^#]*)?/.exec(hash) ?? [];
	return [path, (withQuery && (query || search)) || ""];
};
