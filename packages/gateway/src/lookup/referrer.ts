/** The lower-cased host of a URL without port and credentials, "" for text that has none. */
export const hostOf = (url: string): string => {
	const scheme = url.indexOf("://");
	if (scheme === -1) return "";
	const rest = url.slice(scheme + 3);
	const end = rest.search(/[/?#]/);
	const authority = end === -1 ? rest : rest.slice(0, end);
	const host = authority.slice(authority.lastIndexOf("@") + 1);
	const port = host.startsWith("[") ? -1 : host.indexOf(":");
	return (port === -1 ? host : host.slice(0, port)).toLowerCase();
};

/** A page's own hostname is no referrer. */
export const externalReferrer = (referrer: string, hostname: string): string =>
	referrer !== "" && hostname !== "" && hostOf(referrer) === hostname.toLowerCase() ? "" : referrer;
