import { pick } from "./pick.ts";
import type { ConfiguredSite, SiteSettings } from "./site.ts";
import { comparableHost } from "./text/comparable-host.ts";

/** The names of the settings that a tracker or SDK needs. */
export const TRACKER_SETTINGS = [
	"type",
	"sessionReplay",
	"webVitals",
	"trackErrors",
	"trackOutbound",
	"trackUrlParams",
	"trackUrlFragments",
	"trackInitialPageView",
	"trackSpaNavigation",
	"trackButtonClicks",
	"trackCopy",
	"trackFormInteractions",
	"trackDownloads",
] as const satisfies readonly (keyof SiteSettings)[];

/** The answer of `/api/site/tracking-config/{siteId}`. */
export type TrackingConfiguration = Pick<SiteSettings, (typeof TRACKER_SETTINGS)[number]> & {
	featureFlagsEnabled: boolean;
	/** Whether the properties of custom events may take `MAX_LENGTH.schemaProperties`: the site has event schemas. */
	largeProperties: boolean;
	/**
	 * Hosts whose scripts are the site's own, each with everything below it: their errors are kept. In lower case, without
	 * `www.` and port; empty while `trackErrors` is off.
	 */
	errorHosts: string[];
};

const errorHostsOf = ({
	trackErrors,
	domain,
	ownDomains,
	errorHosts,
}: ConfiguredSite): string[] => {
	if (!trackErrors) return [];
	const hosts = [domain ?? "", ...ownDomains, ...errorHosts].map(comparableHost);
	return [...new Set(hosts)].filter(Boolean);
};

/** Mobile SDKs have no DOM to replay and no web vitals, whatever the site's settings. */
export const trackingConfigurationOf = (site: ConfiguredSite): TrackingConfiguration => ({
	...pick(site, TRACKER_SETTINGS),
	sessionReplay: site.sessionReplay && site.type === "web",
	webVitals: site.webVitals && site.type === "web",
	featureFlagsEnabled: false,
	largeProperties: site.eventSchemas.length > 0,
	errorHosts: errorHostsOf(site),
});

/** The settings that the gateway writes into `script.js?siteId=ID`, so that the tracker needs no further request. */
export type ScriptSettings = TrackingConfiguration & { siteId: string };

/**
 * The one free identifier of the built script. The gateway replaces it with the settings as JSON, or with `null` if the
 * page names its site only by attribute.
 */
export const SCRIPT_SETTINGS_PLACEHOLDER = "FOOTFALL_SETTINGS";
