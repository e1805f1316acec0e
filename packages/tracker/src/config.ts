import type { ScriptSettings } from "@footfall/shared/tracking-configuration";

/** What a tracker has to know before it starts. */
export interface Config {
	/** Numeric or 12-hex site id. */
	siteId: string;
	/** Where the paths `/track` and `/identify` are, without a slash at the end; usually ends in `/api`. */
	host: string;
	/** Names the window property, the `data-` attributes and the localStorage keys. */
	namespace: string;
	/** Paths on which nothing is sent: `*` is one segment, `**` any number, `re:` begins a regular expression. */
	skipPatterns: readonly string[];
	/** Paths that are sent as the pattern itself and without their query. */
	maskPatterns: readonly string[];
	/** How long a navigation within the page must stand before it counts as a view, in ms. */
	debounceMs: number;
	/** Sent with every event. */
	tag?: string | undefined;
}

/** The switches of a site that the tracker obeys; absent ones are off. */
export type Settings = Partial<Omit<ScriptSettings, "siteId">>;

/** What holds where the site's own settings cannot be had. */
export const defaultSettings: Settings = {
	trackInitialPageView: true,
	trackSpaNavigation: true,
	trackUrlParams: true,
	trackOutbound: true,
};

const list = (json: string | undefined): string[] => JSON.parse(json || "[]");

/**
 * Reads a script tag. An optimiser may have moved it and dropped its attributes, so the address can name the site too.
 * @throws Error, which the console shows, for a tag that names no site or whose patterns are no JSON array: the
 * alternative, sending what was to be masked, would be worse than sending nothing.
 */
export const configOfTag = (script: HTMLScriptElement, bakedSiteId?: string): Config => {
	const { src, dataset } = script;
	const { host, namespace, skipPatterns, maskPatterns, debounce, tag } = dataset;
	const siteId =
		bakedSiteId ||
		dataset["siteId"] ||
		script.getAttribute("site-id") ||
		/[?&]site[-_]?id=([^&]+)/i.exec(src)?.[1];
	if (!siteId) throw new Error("footfall: the script tag needs data-site-id");
	return {
		siteId,
		host: host || src.replace(/\/[^/?]*(\?.*)?$/, ""),
		namespace: namespace || "footfall",
		skipPatterns: list(skipPatterns),
		maskPatterns: list(maskPatterns),
		debounceMs: Number(debounce ?? 500),
		tag,
	};
};
