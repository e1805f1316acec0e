import { getDomain } from "tldts";
import { networkHostOf } from "./network-host.ts";

/** Where the host of a URL starts and ends, without port and credentials; `undefined` for text that has none. */
const hostSpanOf = (url: string): readonly [start: number, end: number] | undefined => {
	const scheme = url.indexOf("://");
	if (scheme === -1) return undefined;
	const from = scheme + 3;
	const length = url.slice(from).search(/[/?#]/);
	const end = length === -1 ? url.length : from + length;
	const authority = url.slice(from, end);
	const start = from + authority.lastIndexOf("@") + 1;
	const host = url.slice(start, end);
	const port = host.startsWith("[") ? -1 : host.indexOf(":");
	return [start, port === -1 ? end : start + port];
};

/** The lower-cased host of a URL without port and credentials, "" for text that has none. */
export const hostOf = (url: string): string => {
	const span = hostSpanOf(url);
	return span === undefined ? "" : url.slice(...span).toLowerCase();
};

const lastTwoLabels = (host: string): string =>
	host.slice(host.lastIndexOf(".", host.lastIndexOf(".") - 1) + 1);

/** Two hosts of one owner; a shared host such as github.io has many owners. */
export const isSameSite = (host: string, hostname: string): boolean => {
	// Nearly all hosts differ here already, and the list of public suffixes costs a hundred times more.
	if (lastTwoLabels(host) !== lastTwoLabels(hostname.toLowerCase())) return false;
	const own = getDomain(hostname, { allowPrivateDomains: true });
	return own !== null && own === getDomain(host, { allowPrivateDomains: true });
};

const isWithin = (host: string, domain: string): boolean =>
	domain !== "" && (host === domain || host.endsWith(`.${domain}`));

/** What determines whether a host is one of a site's own. */
export interface OwnHosts {
	domain?: string | undefined;
	ownDomains?: readonly string[];
}

/** Whether a link from a referrer to a host stays on one site: the same owner, or both of the site's own domains. */
export const isOwnLink = (
	referrer: string,
	hostname: string,
	{ domain = "", ownDomains = [] }: OwnHosts,
): boolean => {
	const host = hostOf(referrer);
	if (host === "" || hostname === "") return false;
	const own = (name: string) => isWithin(host, name.toLowerCase().replace(/^www\./, ""));
	return isSameSite(host, hostname) || own(domain) || ownDomains.some(own);
};

/** A page's own hostname does not count as a referrer. */
export const externalReferrer = (referrer: string, hostname: string): string =>
	referrer !== "" && hostname !== "" && hostOf(referrer) === hostname.toLowerCase() ? "" : referrer;

/** The referrer with the main host of its network, so that a network's apps, short links and redirects are one source. */
export const mergedReferrer = (referrer: string): string => {
	const span = hostSpanOf(referrer);
	if (span === undefined) return referrer;
	const host = referrer.slice(...span).toLowerCase();
	const merged = networkHostOf(host);
	// App ids are case-insensitive.
	if (merged === host && !referrer.startsWith("android-app:")) return referrer;
	return referrer.slice(0, span[0]) + merged + referrer.slice(span[1]);
};
