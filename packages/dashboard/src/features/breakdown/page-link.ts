import { webHref } from "../shared/list/web-href.ts";
import { OUTBOUND_LINKS } from "./dimensions.ts";

const HOST = /^[a-z0-9.-]{1,253}(:\d{1,5})?$/i;
const isLocal = (host: string) => /^(localhost|127\.0\.0\.1)(:|$)/.test(host);

/** A URL on a host. Both came from a beacon: anything but a plain URL gets no link. */
const addressOn = (host: string, path: string): string | undefined => {
	if (!HOST.test(host)) return undefined;
	const origin = `${isLocal(host) ? "http" : "https"}://${host}`;
	if (!URL.canParse(path, origin)) return undefined;
	const { href, origin: found } = new URL(path, origin);
	return found === new URL(origin).origin ? href : undefined;
};

/** Apps use reversed names: `com.example.app`. */
const APP_ID = /^(com|org|net)\.[a-z0-9_]+(\.|$)/i;

const PATHS = ["pathname", "entry_page", "exit_page"];

interface LinkedRow {
	value: string;
	hostname?: string | undefined;
	pathname?: string | undefined;
}

/**
 * The URL of a row's item: a page, a referring site, an outbound link.
 * @param domain of the site, for rows without a host
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
