import { isSiteKey, siteNumberOf } from "@footfall/shared/ids";

/** First path segments that belong to other parts of the product. */
const ELSEWHERE = new Set(["api", "internal", "demo", "docs", "ready", "healthz", "metrics"]);
/** First segments of the dashboard's own pages, besides the ids of sites. */
const PAGES = new Set(["welcome", "login", "sites", "account", "organization"]);

/** Random bytes as hex: six of a main link, sixteen of others. */
const PRIVATE_KEY = /^[0-9a-f]{12}(?:[0-9a-f]{20})?$/;

const segmentsOf = (path: string): string[] => path.split("/").slice(1);

const isSiteReference = (segment: string) =>
	isSiteKey(segment) || siteNumberOf(segment) !== undefined;

const isHidden = (segment: string) => segment.startsWith(".");

/** Whether a path belongs to another part of the product; case is ignored, as in the router. */
export const isElsewhere = (path: string): boolean =>
	ELSEWHERE.has(segmentsOf(path)[0]?.toLowerCase() ?? "");

/**
 * Whether a path leads to a page of the dashboard. Ids below a site may contain dots; elsewhere a dot in the last
 * segment names a file, and a leading dot is typical of scanners.
 */
export const isPageAddress = (path: string): boolean => {
	const segments = segmentsOf(path);
	const [first = ""] = segments;
	if (PAGES.has(first) || isSiteReference(first)) return true;
	if (first === "assets" || segments.some(isHidden)) return false;
	return !(segments.at(-1) ?? "").includes(".");
};

/** Whether a path carries the key of a site's private link: `/{site}/{key}/…`. */
export const hasPrivateKey = (path: string): boolean => {
	const [site = "", key = ""] = segmentsOf(path);
	return isSiteReference(site) && PRIVATE_KEY.test(key);
};

/** The name of a site's page: `live` of `/{site}/live` and `/{site}/{key}/live/…`; the overview has no segment of its own. */
export const sitePageOf = (path: string): string | undefined => {
	const [site = "", ...below] = segmentsOf(path).filter((segment) => segment !== "");
	const [page = "overview"] = hasPrivateKey(path) ? below.slice(1) : below;
	return isSiteReference(site) ? page : undefined;
};

/** The site that an embedded page shows: `/{site}/…?embed`. */
export const embeddedSiteOf = (path: string, search: URLSearchParams): string | undefined => {
	const [site = ""] = segmentsOf(path);
	return search.has("embed") && isSiteReference(site) ? site : undefined;
};
