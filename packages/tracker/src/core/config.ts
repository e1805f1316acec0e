import type { BeforeSend } from "../event/outgoing-event.ts";

/** The configuration of a tracker; see `Options` of the module. A tuple, because names cost bytes. */
export type Config = readonly [
	siteId: string,
	/** Where the paths `/track` and `/identify` are, without a slash at the end; usually ends in `/api`. */
	host: string,
	namespace: string,
	debounceMs: number,
	tag: string | undefined,
	beforeSend?: BeforeSend | undefined,
];

/** The switches of a site that the tracker obeys; absent ones are off. */
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

/** In effect where the site's own settings cannot be fetched. */
export const defaultSettings: Settings = {
	trackInitialPageView: true,
	trackSpaNavigation: true,
	trackUrlParams: true,
	trackOutbound: true,
};

/** The tag that this script came in. A module has no current script, but names its site in one place or the other. */
export const ownTag = (): HTMLScriptElement =>
	(document.currentScript ??
		document.querySelector("script[data-site-id],script[src*=siteId]")) as HTMLScriptElement;

/**
 * The site that a script tag names. An optimiser may have dropped its attributes, so its address can name the site too.
 * @throws Error, which the console shows, for a tag that names no site
 */
export const siteIdOfTag = (script: HTMLScriptElement): string => {
	const siteId =
		script.dataset["siteId"] ||
		script.getAttribute("site-id") ||
		/[?&]site[-_]?id=([^&]+)/i.exec(script.src)?.[1];
	if (!siteId) throw new Error("footfall: the script tag needs data-site-id");
	return siteId;
};

/** Reads a script tag, but for the paths that it hides: see `paths.ts`. */
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
