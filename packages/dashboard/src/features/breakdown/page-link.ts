import { webHref } from "../shared/list/web-href.ts";
import { OUTBOUND_LINKS } from "./dimensions.ts";

const HOST = /^[a-z0-9.-]{1,253}(:\d{1,5})?$/i;
const isLocal = (host: string) => /^(localhost|127\.0\.0\.1)(:|$)/.test(host);

/** A web address on a host. Both came from a beacon: what is no plain address is no link. */
const addressOn = (host: string, path: string): string | undefined => {
	if (!HOST.test(host)) return undefined;
	const origin = `${isLocal(host) ? "http" : "https"}://${host}`;
	if (!URL.canParse(path, origin)) return undefined;
	const { href, origin: found } = new URL(path, origin);
	return found === new URL(origin).origin ? href : undefined;
};

/** Apps name themselves the other way round: `com.example.app`. */
const APP_ID = /^(com|org|net)\.[a-z0-9_]+(\.|$)/i;

const PATHS = ["pathname", "entry_page", "exit_page"];

interface LinkedRow {
	value: string;
	hostname?: string | undefined;
	pathname?: string | undefined;
}

/**
 * The thing itself that a row is about: a page, a site that visitors came from, a link that they followed.
 * @param domain of the site, where a row does not name its host
 */
export const linkOfRow = (
	dimension: string,
	{ value, hostname, pathname }: LinkedRow,
	domain: string,
): string | undefined => {
	if (dimension === OUTBOUND_LINKS) return webHref(value);
	if (PATHS.includes(dimension))
		return value.startsWith("/") ? addressOn(hostname || domain, value) : undefined;
	if (dimension === "page_title")
		return pathname?.startsWith("/") ? addressOn(domain, pathname) : undefined;
	const isHost =
		dimension === "hostname" ||
		(dimension === "referrer" && value.includes(".") && !APP_ID.test(value));
	return isHost ? addressOn(value, "/") : undefined;
};
