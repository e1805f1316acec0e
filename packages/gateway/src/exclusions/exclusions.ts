import type { IncomingHttpHeaders } from "node:http";
import type { ClientEvent } from "@footfall/shared/event";
import { EXCLUSION_REASONS, type ExclusionReason } from "@footfall/shared/outcomes";
import type { RequestContext } from "../lookup/request-context.ts";

/** The page that something was sent from, as far as its sender names it. */
export type PageLocation = Pick<ClientEvent, "hostname" | "pathname">;

/** The path of a page that was opened from a local file, whose address has no host. */
const FILE_PATH = /^\/(?:[A-Za-z]:\/|(?:Users|home)\/.*\.x?html?$)/;

const UNNAMED = { origin: "", host: "" };
const namedOrigins = new WeakMap<IncomingHttpHeaders, typeof UNNAMED>();

/** The page's origin according to its request headers, which are parsed once for all events of a batch. */
const namedOrigin = (headers: IncomingHttpHeaders): typeof UNNAMED => {
	const known = namedOrigins.get(headers);
	if (known !== undefined) return known;
	const named = headers.origin ?? headers.referer ?? "";
	const { origin, host } = URL.canParse(named) ? new URL(named) : UNNAMED;
	const found = { origin, host };
	namedOrigins.set(headers, found);
	return found;
};

type Exclusion = (page: PageLocation, context: RequestContext) => boolean | undefined;

const EXCLUSIONS = {
	// Every other hop that the request names is checked as a precaution: an excluded office may sit behind a proxy.
	IP: (_page, { site: { excludesAddress }, address, hops }) =>
		excludesAddress && (excludesAddress(address) || hops().some(excludesAddress)),
	country: (_page, { site, place }) => site.excludedCountries.has(place.country),
	path: ({ pathname = "" }, { site }) => site.excludesPath?.(pathname.toLowerCase()),
	hostname: ({ hostname = "" }, { site }) => site.excludesHostname?.(hostname.toLowerCase()),
	"user agent": (_page, { site, userAgent }) => site.excludesUserAgent?.(userAgent),
	// Without an ASN database the number is 0, which no site can exclude.
	ASN: (_page, { site, network }) => site.excludedAsns.has(network.asn),
	// Checked only where a site lists its origins. A pixel has no Origin header, so its page is taken from the referer.
	origin: (_page, { site: { allowedOrigins }, trusted, headers }) => {
		if (allowedOrigins.size === 0 || trusted) return false;
		const named = namedOrigin(headers);
		return !allowedOrigins.has(named.origin) && !allowedOrigins.has(named.host);
	},
	// https://w3c.github.io/gpc/#the-sec-gpc-header-field-for-http-requests concerns the browser that sends; a server that
	// sends with a key speaks for itself.
	GPC: (_page, { site, trusted, headers }) =>
		site.settings.respectGpc && !trusted && headers["sec-gpc"] === "1",
	// A server that sends with a key declares where its events belong; a mobile app may have no host at all.
	foreign_host: ({ hostname, pathname = "" }, { site, trusted }) => {
		if (hostname === undefined || trusted) return false;
		if (hostname === "") return site.settings.type === "web" && FILE_PATH.test(pathname);
		return site.isForeignHost?.(hostname);
	},
} satisfies Record<ExclusionReason, Exclusion>;

type Verdict = { verdict: "pass" } | { verdict: "drop"; reason: ExclusionReason };

const PASS: Verdict = { verdict: "pass" };
const IN_ORDER = EXCLUSION_REASONS.map((reason) => ({
	drop: { verdict: "drop", reason } satisfies Verdict,
	excludes: EXCLUSIONS[reason] as Exclusion,
}));

/** Whether the site excludes the page or the sender of a request. The first exclusion that applies decides. */
export const excluded = (page: PageLocation, context: RequestContext): Verdict => {
	if (!context.site.excludesAnything && page.hostname !== "") return PASS;
	for (const { excludes, drop } of IN_ORDER) if (excludes(page, context)) return drop;
	return PASS;
};
