/** The fields of an event that follow from the address of its page. */
export interface PageAddress {
	hostname: string;
	pathname: string;
	querystring: string;
}

/** Which fragments belong to the path: hash routes (`#/x`, `#!/x`) replace it, others are appended. */
export type Fragments = "none" | "routes" | "all";

const ROUTE = /^#!?(\/[^?#]*)(\?[^#]*)?/;

/** The parts of a page's address as our tracker sends them; `undefined` for text that is no address. */
export const pageAddressOf = (
	url: string,
	fragments: Fragments,
	base?: string,
): PageAddress | undefined => {
	if (!URL.canParse(url, base)) return undefined;
	const { hostname, pathname, search, hash } = new URL(url, base);
	const [, route, query] = ROUTE.exec(fragments === "none" ? "" : hash) ?? [];
	return {
		hostname,
		pathname: route ?? (fragments === "all" ? pathname + hash : pathname),
		querystring: query || search,
	};
};
