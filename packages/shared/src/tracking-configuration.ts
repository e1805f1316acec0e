import type { ConfiguredSite, SiteSettings } from "./site.ts";

const TRACKED = [
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
] as const;
type Tracked = Pick<SiteSettings, (typeof TRACKED)[number]>;

/** The settings of a site that a tracker or SDK needs: the answer of `/api/site/tracking-config/{siteId}`. */
export type TrackingConfiguration = Tracked & { featureFlagsEnabled: boolean };

/** Mobile SDKs have no DOM to replay and no web vitals, whatever the site's switches say. */
export const trackingConfigurationOf = (site: ConfiguredSite): TrackingConfiguration => ({
	...(Object.fromEntries(TRACKED.map((name) => [name, site[name]])) as Tracked),
	sessionReplay: site.sessionReplay && site.type === "web",
	webVitals: site.webVitals && site.type === "web",
	featureFlagsEnabled: false,
});

/**
 * The one free identifier of the built script. The gateway replaces it with the settings as JSON, or with
 * `null` when the page names its site by attribute only.
 */
export const SCRIPT_SETTINGS_PLACEHOLDER = "FOOTFALL_SETTINGS";
