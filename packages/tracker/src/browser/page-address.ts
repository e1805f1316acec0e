let withQuery: boolean | undefined = true;
let withFragment: boolean | undefined = false;
let withRoutes = true;

/** Sets whether queries and fragments other than routes are tracked. */
export const trackParts = (query: boolean | undefined, fragment: boolean | undefined): void => {
	withQuery = query;
	withFragment = fragment;
};

/** Makes hash routes fragments like others, for tags that exclude all fragments. */
export const ignoreRoutes = (): void => {
	withRoutes = false;
};

/** The tracked parts of an address, as in a URL. */
export type PageAddress = readonly [path: string, query: string];

/**
 * The tracked parts of an address. A hash route (`#/x` or `#!/x`) replaces the path and has its own query; other
 * fragments are optional and belong to the path.
 */
export const trackedAddress = ({
	pathname,
	search,
	hash,
}: URL | Location = location): PageAddress => {
	const [, route, query] = /^#!?(\/[^?#]*)(\?[^#]*)?/.exec(withRoutes ? hash : "") ?? [];
	return [route ?? (withFragment ? pathname + hash : pathname), withQuery ? query || search : ""];
};
