/** The path below which the product lives, without a slash at its end; empty at the root. The server writes it into `<base>`. */
export const basePath = (): string => new URL(document.baseURI).pathname.replace(/\/[^/]*$/, "");

export const isOwnPath = (path: string, base: string) =>
	path === base || path.startsWith(`${base}/`);
/** Where the browser is: the path below the base, and the query. */
export const currentPlace = () => {
	const base = basePath();
	const { pathname, search } = location;
	const path = isOwnPath(pathname, base) ? pathname.slice(base.length) : pathname;
	return { path: path === "" ? "/" : path, search };
};
