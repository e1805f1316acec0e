/** What of the address is tracked. */
export interface PageAddress {
	pathname: string;
	querystring: string;
}

/**
 * The current address. A hash route (`#/x` or `#!/x`) stands for the path; other fragments count only on request.
 */
export const pageAddress = (withQuery?: boolean, withFragment?: boolean): PageAddress => {
	const { pathname, search, hash } = location;
	const route = /^#!?(\/.*)/.exec(hash)?.[1];
	// The parts are taken by URL, since a route has a query of its own. The prefix keeps `//` in it from being a host.
	const routed = route === undefined ? undefined : new URL(`http://x${route}`);
	return {
		pathname: routed ? routed.pathname : pathname + (withFragment ? hash : ""),
		querystring: withQuery ? routed?.search || search : "",
	};
};
