let withQuery: boolean | undefined = true;
let withFragment: boolean | undefined = false;

/** Sets whether queries and fragments other than routes are tracked. */
export const trackParts = (query: boolean | undefined, fragment: boolean | undefined): void => {
	withQuery = query;
	withFragment = fragment;
};

/**
 * The tracked parts of the current address, or of a given one, in their order: path, query, fragment. A hash route (`#/x`
 * or `#!/x`) replaces the path and has its own query; other fragments are optional.
 */
export const trackedAddress = ({ pathname, search, hash }: URL | Location = location): string => {
	const [, route, query] = /^#!?(\/[^?#]*)(\?[^#]*)?/.exec(hash) ?? [];
	return (
		(route ?? pathname) + (withQuery ? query || search : "") + (withFragment && !route ? hash : "")
	);
};

/** The tracked parts of an address, as in a URL. */
export type PageAddress = readonly [path: string, query: string];

/** Takes a tracked address apart; a fragment belongs to the path. */
export const partsOf = (address: string): PageAddress => {
	const query = /\?[^#]*/.exec(address)?.[0] ?? "";
	return [address.replace(query, ""), query];
};
