import type { ConfiguredSite, SiteSettings } from "./site.ts";

/** The settings of a site that a tracker or SDK needs: the answer of `/api/site/tracking-config/{siteId}`. */
export type TrackingConfiguration = Pick<
	SiteSettings,
	| "type"
	| "sessionReplay"
	| "webVitals"
	| "trackErrors"
	| "trackOutbound"
	| "trackUrlParams"
	| "trackUrlFragments"
	| "trackInitialPageView"
	| "trackSpaNavigation"
	| "trackButtonClicks"
	| "trackCopy"
	| "trackFormInteractions"
	| "trackDownloads"
> & { featureFlagsEnabled: boolean };

/** Mobile SDKs have no DOM to replay and no web vitals, whatever the site's switches say. */
export const trackingConfigurationOf = (site: ConfiguredSite): TrackingConfiguration => ({
	type: site.type,
	sessionReplay: site.sessionReplay && site.type === "web",
	webVitals: site.webVitals && site.type === "web",
	trackErrors: site.trackErrors,
	trackOutbound: site.trackOutbound,
	trackUrlParams: site.trackUrlParams,
	trackUrlFragments: site.trackUrlFragments,
	trackInitialPageView: site.trackInitialPageView,
	trackSpaNavigation: site.trackSpaNavigation,
	trackButtonClicks: site.trackButtonClicks,
	trackCopy: site.trackCopy,
	trackFormInteractions: site.trackFormInteractions,
	trackDownloads: site.trackDownloads,
	featureFlagsEnabled: false,
});

/** The settings that the gateway writes into `script.js?siteId=ID`, so that the tracker needs no further request. */
export type ScriptSettings = TrackingConfiguration & { siteId: string };

/**
 * The one free identifier of the built script. The gateway replaces it with the settings as JSON, or with
 * `null` when the page names its site by attribute only.
 */
export const SCRIPT_SETTINGS_PLACEHOLDER = "FOOTFALL_SETTINGS";
