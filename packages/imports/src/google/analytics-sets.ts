import { regionCode } from "../names/country-code.ts";
import { dimensionValue } from "../names/dimension-value.ts";

/** Google's metrics whose sums are kept. */
export type AnalyticsMetric =
	| "activeUsers"
	| "sessions"
	| "engagedSessions"
	| "averageSessionDuration"
	| "screenPageViews"
	| "eventCount";

/** What is asked together: a dimension of ours, and where Google has it. */
export interface AnalyticsSet {
	/** "" for days as a whole. */
	dimension: string;
	/** Google's dimensions, besides the day. */
	asked: readonly string[];
	metrics: readonly AnalyticsMetric[];
	/** As many as a site has pages. */
	hasManyValues?: boolean;
	/** Our value of Google's; by default the only one. */
	translate?(values: readonly string[]): string;
}

const OF_SESSIONS: readonly AnalyticsMetric[] = [
	"activeUsers",
	"sessions",
	"engagedSessions",
	"averageSessionDuration",
	"screenPageViews",
	"eventCount",
];
/** A page is in many sessions: their bounces and durations are not the page's. */
const OF_VIEWS: readonly AnalyticsMetric[] = [
	"activeUsers",
	"sessions",
	"screenPageViews",
	"eventCount",
];
const OF_EVENTS: readonly AnalyticsMetric[] = ["activeUsers", "sessions", "eventCount"];

/** Google's word for what it does not know. */
export const NOT_SET = "(not set)";
/** Google's word for rare values that it puts together. */
export const OTHER = "(other)";
const EMPTY = new Set([NOT_SET, "(direct)", "(none)"]);

const plain = ([value = ""]: readonly string[]): string => (EMPTY.has(value) ? "" : value);

/** `en-US` of Google's `en-us`. */
const languageOf = (values: readonly string[]): string => {
	const value = plain(values);
	try {
		return Intl.getCanonicalLocales(value)[0] ?? value;
	} catch {
		return value;
	}
};

/** `DE-Bavaria`: names of regions are not unique. */
const regionOf = ([country = "", region = ""]: readonly string[]): string => {
	if (EMPTY.has(region)) return "";
	if (region === OTHER || EMPTY.has(country)) return region;
	const code = regionCode(country, region);
	return code === region ? `${country}-${region}` : code;
};

const named =
	(dimension: string) =>
	(values: readonly string[]): string =>
		dimensionValue(dimension, plain(values));

/** One request per set and month. Users of different values overlap, so no set is worked out from another. */
export const ANALYTICS_SETS: readonly AnalyticsSet[] = [
	{ dimension: "", asked: [], metrics: OF_SESSIONS },
	{ dimension: "page", asked: ["pagePath"], metrics: OF_VIEWS, hasManyValues: true },
	{ dimension: "hostname", asked: ["hostName"], metrics: OF_VIEWS },
	{ dimension: "entry_page", asked: ["landingPage"], metrics: OF_SESSIONS, hasManyValues: true },
	{ dimension: "source", asked: ["sessionSource"], metrics: OF_SESSIONS },
	{ dimension: "utm_medium", asked: ["sessionMedium"], metrics: OF_SESSIONS },
	{ dimension: "utm_campaign", asked: ["sessionCampaignName"], metrics: OF_SESSIONS },
	{ dimension: "channel", asked: ["sessionDefaultChannelGroup"], metrics: OF_SESSIONS },
	{ dimension: "country", asked: ["countryId"], metrics: OF_SESSIONS, translate: named("country") },
	{
		dimension: "region",
		asked: ["countryId", "region"],
		metrics: OF_SESSIONS,
		translate: regionOf,
	},
	{ dimension: "city", asked: ["city"], metrics: OF_SESSIONS },
	{
		dimension: "device_type",
		asked: ["deviceCategory"],
		metrics: OF_SESSIONS,
		translate: named("device_type"),
	},
	{ dimension: "browser", asked: ["browser"], metrics: OF_SESSIONS, translate: named("browser") },
	{
		dimension: "operating_system",
		asked: ["operatingSystem"],
		metrics: OF_SESSIONS,
		translate: named("operating_system"),
	},
	{ dimension: "language", asked: ["languageCode"], metrics: OF_SESSIONS, translate: languageOf },
	{ dimension: "event", asked: ["eventName"], metrics: OF_EVENTS },
];

/** Our value of a row's dimensions. */
export const valueIn = (set: AnalyticsSet, values: readonly string[]): string =>
	set.dimension === "" ? "" : (set.translate ?? plain)(values);

/** Every name that Google must know. */
export const ANALYTICS_FIELDS = {
	dimensions: ["date", ...new Set(ANALYTICS_SETS.flatMap(({ asked }) => asked))],
	metrics: [...new Set(ANALYTICS_SETS.flatMap(({ metrics }) => metrics))],
};
