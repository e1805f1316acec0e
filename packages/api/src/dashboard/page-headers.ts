import { domainToASCII } from "node:url";

const policyOf = (directives: Readonly<Record<string, string>>): string =>
	Object.entries(directives)
		.map(([name, sources]) => `${name} ${sources}`)
		.join("; ");

/** Nothing inline, nothing from other origins. `base-uri` admits the page's own `<base>`. */
const PAGE = {
	"default-src": "'none'",
	"script-src": "'self'",
	"style-src": "'self'",
	"img-src": "'self'",
	"connect-src": "'self'",
	"manifest-src": "'self'",
	"frame-src": "'self'",
	"base-uri": "'self'",
	"form-action": "'none'",
};

/**
 * The document into which the dashboard renders recordings: it has no script, and none can run in it, in its frames,
 * or wherever else it is opened. Recordings are hostile input: they bring styles, and inline pictures and fonts, and
 * may send no request.
 */
const PLAYER = {
	"default-src": "'none'",
	"style-src": "'unsafe-inline'",
	"img-src": "data:",
	"font-src": "data:",
	"base-uri": "'self'",
	"form-action": "'none'",
	"frame-ancestors": "'self'",
	sandbox: "allow-same-origin",
};

const PERMISSIONS = [
	"camera=()",
	"display-capture=()",
	"geolocation=()",
	"microphone=()",
	"payment=()",
	"usb=()",
].join(", ");

/** The origins that may show a site's dashboard in a frame. */
export interface Framing {
	domain: string;
	allowedOrigins: readonly string[];
}

const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/;

/**
 * `https://Shop.example/` → `shop.example`; undefined for an invalid host, and for IPv6, which policies cannot name.
 */
const hostIn = (text: string): string | undefined => {
	const [, host = ""] = /^(?:https?:\/\/)?([^/\s]+)\/*$/i.exec(text.trim()) ?? [];
	const [name = "", port] = host.split(":", 2);
	const plain = domainToASCII(name) + (port === undefined ? "" : `:${port}`);
	return HOST.test(plain) ? plain : undefined;
};

/** On localhost, only ports distinguish sites. */
const ofDomain = (host: string) =>
	host === "localhost" || /^[\d.]+$/.test(host) ? [`${host}:*`] : [host, `*.${host}`];

/** Sources without a scheme admit the page's own scheme and its secure upgrade. */
const frameAncestors = (framing: Framing | undefined): string => {
	if (!framing) return "'none'";
	const own = hostIn(framing.domain);
	const others = framing.allowedOrigins.flatMap((origin) => hostIn(origin) ?? []);
	const hosts = ["'self'", ...(own === undefined ? [] : ofDomain(own)), ...others];
	return [...new Set(hosts)].join(" ");
};

/** The headers of a page of the dashboard. */
export const pageHeaders = ({
	isPlayer,
	hasPrivateKey,
	framing,
}: {
	/** The document for recordings. */
	isPlayer: boolean;
	/** Its address is a secret: it must not reach other servers, search engines or caches. */
	hasPrivateKey: boolean;
	framing: Framing | undefined;
}): Readonly<Record<string, string>> => ({
	"Content-Security-Policy": isPlayer
		? policyOf(PLAYER)
		: policyOf({ ...PAGE, "frame-ancestors": frameAncestors(framing) }),
	"Cache-Control": hasPrivateKey ? "no-store" : "no-cache",
	"Referrer-Policy": hasPrivateKey ? "no-referrer" : "same-origin",
	// Pages that open this one, or that it opens, get no reference to this window.
	"Cross-Origin-Opener-Policy": "same-origin",
	"Permissions-Policy": PERMISSIONS,
	"X-Content-Type-Options": "nosniff",
	// Browsers prefetch DNS for linked hosts, which no policy forbids.
	...(isPlayer && { "X-DNS-Prefetch-Control": "off" }),
	...(hasPrivateKey && { "X-Robots-Tag": "noindex, nofollow" }),
});
