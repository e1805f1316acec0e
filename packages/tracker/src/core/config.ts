/** The configuration of a tracker; see `Options` of the module. A tuple, because names cost bytes. */
export type Config = readonly [
	siteId: string,
	/** Base address of `/track` and `/identify`, without a trailing slash; usually ends in `/api`. */
	host: string,
	namespace: string,
	debounceMs: number,
	tag: string | undefined,
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
}

/** Used if the site's own settings cannot be fetched. */
export const defaultSettings: Settings = {
	trackInitialPageView: true,
	trackSpaNavigation: true,
	trackUrlParams: true,
	trackOutbound: true,
};

/** The tag of this script. A module has no current script, but its tag names the site by attribute or address. */
export const ownTag = (): HTMLScriptElement =>
	(document.currentScript ??
		document.querySelector("script[data-site-id],script[src*=siteId]")) as HTMLScriptElement;

/**
 * The site of a script tag. Its address can name the site too, because optimisers may drop attributes.
 * @throws Error, shown in the console, for a tag without a site
 */
export const siteIdOfTag = (script: HTMLScriptElement): string => {
	const siteId =
		script.dataset["siteId"] ||
		script.getAttribute("site-id") ||
		/[?&]site[-_]?id=([^&]+)/i.exec(script.src)?.[1];
	if (!siteId) throw new Error("footfall: the script tag needs data-site-id");
	return siteId;
};

/** Reads a script tag, except the hidden paths: see `paths.ts`. */
export const configOfTag = ({ src, dataset }: HTMLScriptElement, siteId: string): Config => {
	const { host, namespace, debounce, tag } = dataset;
	return [
		siteId,
		host || new URL(".", src).href.slice(0, -1),
		namespace || "footfall",
		Number(debounce ?? 500),
		tag,
	];
};
