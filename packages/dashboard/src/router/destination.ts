/** The pages of a site, by their path below it. */
export const SITE_PAGES = [
	"overview",
	"live",
	"pages",
	"sources",
	"places",
	"devices",
	"events",
	"goals",
	"funnels",
	"journeys",
	"retention",
	"sessions",
	"users",
	"replays",
	"errors",
	"vitals",
	"bots",
	"explore",
	"boards",
	"alerts",
	"settings",
] as const;
export type SitePage = (typeof SITE_PAGES)[number];

/** The destination of a path. */
export type Destination =
	| { to: "home" | "welcome" | "login" | "sites" | "unknown" }
	/** `rest` are the segments below, decoded. */
	| { to: "organization" | "account"; rest: readonly string[] }
	| { to: "site"; site: string; privateKey?: string; page: SitePage; rest: readonly string[] };

const TWELVE_HEX = /^[0-9a-f]{12}$/;
/** The key of a site's main private link has the form of a site's id; those of others are longer. */
const PRIVATE_KEY = /^[0-9a-f]{12}(?:[0-9a-f]{20})?$/;
/** A site can also be identified by its number. */
const isSite = (segment: string) => TWELVE_HEX.test(segment) || /^[1-9]\d{0,9}$/.test(segment);
const PLAIN = ["welcome", "login", "sites"] as const;
const NESTED = ["organization", "account"] as const;
const isOneOf = <Word extends string>(words: readonly Word[], text: string): text is Word =>
	(words as readonly string[]).includes(text);

const decodedSegments = (path: string): string[] | undefined => {
	try {
		return path
			.split("/")
			.filter((segment) => segment !== "")
			.map(decodeURIComponent);
	} catch {
		// A path such as /%E0%A4%A is not valid in any encoding.
		return undefined;
	}
};

const siteDestination = (site: string, below: readonly string[]): Destination => {
	const [key = "", ...belowKey] = below;
	const isLink = PRIVATE_KEY.test(key);
	const [page = "overview", ...rest] = isLink ? belowKey : below;
	if (!isOneOf(SITE_PAGES, page)) return { to: "unknown" };
	return { to: "site", site, ...(isLink && { privateKey: key }), page, rest };
};

/** @param path below the product's base, with its leading slash */
export const destinationOf = (path: string): Destination => {
	const [first, ...rest] = decodedSegments(path) ?? ["?"];
	if (first === undefined) return { to: "home" };
	if (isSite(first)) return siteDestination(first, rest);
	if (isOneOf(NESTED, first)) return { to: first, rest };
	return isOneOf(PLAIN, first) && rest.length === 0 ? { to: first } : { to: "unknown" };
};

/** The path of a destination, below the base. */
export const pathOf = (destination: Destination): string => {
	const joined = (...segments: string[]) => `/${segments.map(encodeURIComponent).join("/")}`;
	switch (destination.to) {
		case "home":
		case "unknown":
			return "/";
		case "organization":
		case "account":
			return joined(destination.to, ...destination.rest);
		case "site": {
			const { site, privateKey, page, rest } = destination;
			return joined(
				site,
				...(privateKey === undefined ? [] : [privateKey]),
				...(page === "overview" && rest.length === 0 ? [] : [page]),
				...rest,
			);
		}
		default:
			return joined(destination.to);
	}
};
