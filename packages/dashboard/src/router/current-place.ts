/** The path below which the product is served, without a trailing slash; empty at the root. Read from `<base>`. */
export const basePath = (): string => new URL(document.baseURI).pathname.replace(/\/[^/]*$/, "");

export const isOwnPath = (path: string, base: string) =>
	path === base || path.startsWith(`${base}/`);
/** The browser's location: the path below the base, and the query. */
export const currentPlace = () => {
	const base = basePath();
	const { pathname, search } = location;
	const path = isOwnPath(pathname, base) ? pathname.slice(base.length) : pathname;
	return { path: path === "" ? "/" : path, search };
};
