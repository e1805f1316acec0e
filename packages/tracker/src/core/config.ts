import type { BeforeSend, Filter } from "../event/outgoing-event.ts";

/** Where a tracker sends events, and its name in the page. A tuple, because names cost bytes. */
export type Config = readonly [
	siteId: string,
	/** Base address of `/track`, without a trailing slash; usually ends in `/api`. */
	host: string,
	namespace: string,
	debounceMs: number,
];

/** Options that few trackers set; see `Options` of the module. */
export type RareConfig = readonly [
	tag: string,
	filter?: Filter | undefined,
	/** The same with names, for the replay, which has URLs of its own. */
	beforeSend?: BeforeSend | undefined,
];

/** The settings of a site for the tracker; absent ones are off. */
export interface Settings {
	trackInitialPageView?: boolean;
	trackSpaNavigation?: boolean;
	trackUrlParams?: boolean;
	trackUrlFragments?: boolean;
	trackOutbound?: boolean;
	trackButtonClicks?: boolean;
	trackCopy?: boolean;
	trackFormInteractions?: boolean;
	trackErrors?: boolean;
	trackDownloads?: boolean;
	webVitals?: boolean;
	sessionReplay?: boolean;
	/** Whether the site has event schemas, which admit larger properties of custom events. */
	largeProperties?: boolean;
	/** Hosts whose code is the site's own, each with everything below it; only where errors are tracked. */
	errorHosts?: readonly string[];
}

/** Used if the site's own settings cannot be fetched. */
export const defaultSettings: Settings = {
	trackInitialPageView: true,
	trackSpaNavigation: true,
	trackUrlParams: true,
	trackOutbound: true,
};

/** The parts of a script tag that are read; scripts for other products map their attributes to ours. */
export type Tag = Pick<HTMLScriptElement, "src" | "dataset" | "getAttribute">;

/** The tag of this script. A module has no current script, but its tag names the site by attribute or address. */
export const ownTag = (): HTMLScriptElement =>
	(document.currentScript ??
		document.querySelector(
			"script[data-site-id],script[src*='?site'],script[src*='&site']",
		)) as HTMLScriptElement;

/**
 * The site of a script tag. Its address can name the site too, because optimisers may drop attributes.
 * @throws Error, shown in the console, for a tag without a site
 */
export const siteIdOfTag = (script: Tag): string => {
	const siteId =
		script.dataset["siteId"] ||
		script.getAttribute("site-id") ||
		/[?&]site[-_]?id=([^&]+)/i.exec(script.src)?.[1];
	if (!siteId) throw new Error("footfall: the script tag needs data-site-id");
	return siteId;
};

/**
 * The base address of `/track`. A trailing slash is ignored, and a server without a path means its `/api`.
 */
export const baseOf = (host: string): string => {
	const { origin, pathname } = new URL(host, location.href);
	return `${origin}/${pathname.split("/").filter(Boolean).join("/") || "api"}`;
};

/** Reads the common attributes of script tags; for the rest, see `read-rare-attributes.rare.ts`. */
export const configOfTag = ({ src, dataset }: Tag, siteId: string): Config => [
	siteId,
	dataset["host"] ? baseOf(dataset["host"]) : new URL(".", src).href.slice(0, -1),
	dataset["namespace"] || "footfall",
	Number(dataset["debounce"] ?? 500),
];
