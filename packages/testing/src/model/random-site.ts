import fc from "fast-check";
import { isAct } from "./sessionize.ts";

/** An event as the reference sees it: the stored values, unencoded. */
export interface SiteEvent {
	site: number;
	/** ms since the epoch. */
	at: number;
	/** Position in the log: orders events of one millisecond. */
	offset: number;
	session: number;
	user: number;
	identified: string;
	type: string;
	eventName: string;
	properties: string;
	hostname: string;
	pathname: string;
	querystring: string;
	pageTitle: string;
	referrer: string;
	channel: string;
	urlParameters: Record<string, string>;
	tag: string;
	featureFlags: Record<string, string>;
	browser: string;
	browserVersion: string;
	operatingSystem: string;
	operatingSystemVersion: string;
	deviceType: string;
	language: string;
	screenWidth: number;
	screenHeight: number;
	country: string;
	region: string;
	city: string;
	lat: number;
	lon: number;
	timezone: string;
	asnOrg: string;
	deviceModel: string;
	appVersion: string;
	/** As decimal text in its shortest form, negative for a refund. */
	money?: { amount: string; currency: string } | undefined;
	orderId?: string;
	/** The measurements of a `performance` event. */
	vitals?: Vitals;
	ip?: string;
	/** The page load that it belongs to; "" without one. */
	pageId: string;
	/** How long the page was visible, for an `engagement`. */
	msVisible?: number;
}

export const VITALS = ["lcp", "cls", "inp", "fcp", "ttfb"] as const;
export type Vitals = Readonly<Record<(typeof VITALS)[number], number | null>>;

export const EVENT_COLUMNS = [
	"site_id",
	"timestamp",
	"received_at",
	"event_id",
	"type",
	"event_name",
	"properties",
	"session_id",
	"user_id",
	"identified_user_id",
	"hostname",
	"pathname",
	"querystring",
	"page_title",
	"referrer",
	"channel",
	"url_parameters",
	"tag",
	"feature_flags",
	"browser",
	"browser_version",
	"operating_system",
	"operating_system_version",
	"device_type",
	"language",
	"screen_width",
	"screen_height",
	"country",
	"region",
	"city",
	"lat",
	"lon",
	"timezone",
	"asn_org",
	"device_model",
	"app_version",
	"revenue",
	"currency",
	"order_id",
	"ip",
	"page_id",
	"ms_visible",
	...VITALS,
	"source",
	"source_offset",
] as const;

/** The event as a row of the store, in the order of EVENT_COLUMNS. */
export const rowOf = (event: SiteEvent): unknown[] => {
	const instant = new Date(event.at).toISOString().replace("T", " ").replace("Z", "");
	return [
		event.site,
		instant,
		instant,
		`e${event.site}-${event.offset}`,
		event.type,
		event.eventName,
		event.properties,
		String(event.session),
		String(event.user),
		event.identified,
		event.hostname,
		event.pathname,
		event.querystring,
		event.pageTitle,
		event.referrer,
		event.channel,
		event.urlParameters,
		event.tag,
		event.featureFlags,
		event.browser,
		event.browserVersion,
		event.operatingSystem,
		event.operatingSystemVersion,
		event.deviceType,
		event.language,
		event.screenWidth,
		event.screenHeight,
		event.country,
		event.region,
		event.city,
		event.lat,
		event.lon,
		event.timezone,
		event.asnOrg,
		event.deviceModel,
		event.appVersion,
		event.money?.amount ?? "0",
		event.money?.currency ?? "",
		event.orderId ?? "",
		event.ip ?? null,
		event.pageId,
		event.msVisible ?? null,
		...VITALS.map((vital) => event.vitals?.[vital] ?? null),
		"test",
		event.offset,
	];
};

const HOUR_MS = 3_600_000;

/** The most sessions of a world: enough to share buckets, few enough to read. */
const MOST_SESSIONS = 14;

/** Moments near changes of clocks and calendars somewhere. */
const MOMENTS = [
	"2024-02-29T12:00:00Z",
	"2025-12-31T18:00:00Z",
	"2026-03-08T08:00:00Z",
	"2026-03-29T01:00:00Z",
	"2026-04-23T22:00:00Z",
	"2026-10-03T15:30:00Z",
	"2026-10-25T01:00:00Z",
	"2026-11-01T05:00:00Z",
].map((text) => Date.parse(text));

export const TIME_ZONES = [
	"UTC",
	"Europe/Berlin",
	"America/New_York",
	"Asia/Kolkata",
	"Asia/Kathmandu",
	"Australia/Lord_Howe",
	"Africa/Cairo",
	"America/Havana",
	"America/St_Johns",
	"Pacific/Chatham",
	"Pacific/Kiritimati",
] as const;

/** What custom events carry, in turn. */
const MONEY: readonly SiteEvent["money"][] = [
	{ amount: "29.9", currency: "EUR" },
	undefined,
	{ amount: "1234567.8901", currency: "USD" },
	{ amount: "-0.0003", currency: "EUR" },
	{ amount: "0", currency: "EUR" },
	undefined,
	{ amount: "10.0001", currency: "EUR" },
];

const eventInSession = fc.record({
	gapMs: fc.oneof(
		{ weight: 1, arbitrary: fc.constant(0) },
		{ weight: 3, arbitrary: fc.integer({ min: 1, max: 20 * 60_000 }) },
		{ weight: 1, arbitrary: fc.integer({ min: 20 * 60_000, max: 40 * 60_000 }) },
	),
	type: fc.constantFrom(
		...["pageview", "pageview", "pageview", "pageview", "custom_event", "custom_event"],
		...["error", "error", "engagement", "engagement", "performance"],
	),
	/** How long a page was visible, for events that report it. */
	msVisible: fc.constantFrom(0, 400, 30_000, 2_700_000),
	/** The delay of a measurement, as from a tab that is opened again later. */
	laterMs: fc.constantFrom(0, 0, 0, 5 * HOUR_MS, 23 * HOUR_MS, 25 * HOUR_MS),
	eventName: fc.constantFrom("signup", "buy"),
	properties: fc.constantFrom(
		"{}",
		"",
		'{"price":10}',
		'{"price":"10"}',
		'{"price":10.5,"plan":"pro"}',
		'{"plan":null}',
		'{"plan":true}',
	),
	pathname: fc.constantFrom("/", "/a", "/a/b", "/ä%_\\", ""),
	pageTitle: fc.constantFrom("", "Home", "It's"),
	querystring: fc.constantFrom("", "?q=1"),
	hostname: fc.constantFrom("example.com", "shop.example.com", ""),
	referrer: fc.constantFrom("", "", "https://www.google.com/search", "https://news.example.org/x"),
	channel: fc.constantFrom("Direct", "Internal", "", "Organic Search", "Referral"),
	urlParameters: fc.constantFrom<Record<string, string>>(
		{},
		{ utm_source: "News" },
		{ utm_source: "news", ref: "A" },
		{ utm_source: "", utm_medium: "mail", utm_campaign: "Spring" },
	),
	tag: fc.constantFrom("", "beta"),
	isElsewhere: fc.boolean(),
});

export const device = fc.constantFrom(
	{
		browser: "Chrome",
		browserVersion: "120",
		operatingSystem: "Windows",
		operatingSystemVersion: "10",
		deviceType: "Desktop",
		screenWidth: 1920,
		screenHeight: 1080,
	},
	{
		browser: "Firefox",
		browserVersion: "",
		operatingSystem: "Linux",
		operatingSystemVersion: "",
		deviceType: "Desktop",
		screenWidth: 0,
		screenHeight: 0,
	},
);
export const place = fc.constantFrom(
	{ country: "US", region: "US-CA", city: "San Francisco", lat: 37.7749, lon: -122.4194 },
	{ country: "DE", region: "DE-BE", city: "", lat: 52.52, lon: 13.405 },
	{ country: "US", region: "US-NY", city: "Albany", lat: 42.6526, lon: -73.7562 },
	{ country: "", region: "", city: "", lat: 0, lon: 0 },
);
const surroundings = fc.record({
	language: fc.constantFrom("de", "en-US", ""),
	timezone: fc.constantFrom("Europe/Berlin", ""),
	asnOrg: fc.constantFrom("Example Net", ""),
	deviceModel: fc.constantFrom("Pixel 9", "iPhone17,1", ""),
	appVersion: fc.constantFrom("2.1.0", "10.0 (7)", ""),
	featureFlags: fc.constantFrom<Record<string, string>>({}, { checkout: "b" }),
	device,
	place,
});
const visitor = fc.record({
	user: fc.integer({ min: 1, max: 3 }),
	identified: fc.constantFrom("", "", "anna", "bert"),
});

const session = fc.record({
	site: fc.constantFrom(0, 0, 0, 1),
	startMs: fc.oneof(
		{ weight: 2, arbitrary: fc.integer({ min: -30 * HOUR_MS, max: 30 * HOUR_MS }) },
		// On the edges of ranges and buckets, and at the same time as others.
		{ weight: 1, arbitrary: fc.integer({ min: -30, max: 30 }).map((hours) => hours * HOUR_MS) },
	),
	/** Whether the events arrived in reverse order. */
	isLate: fc.boolean(),
	visitor,
	here: surroundings,
	/** The other location of some events, as of a phone between two networks. */
	elsewhere: fc.oneof(
		{ weight: 3, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: surroundings },
	),
	events: fc.array(eventInSession, { minLength: 1, maxLength: 5 }),
});

/** Up to two sites' events around one moment. */
export interface RandomSite {
	moment: number;
	/** `site` is 0 or 1; the test gives each world site numbers of its own. */
	events: SiteEvent[];
}

/** Small worlds that shrink to few sessions with few events. */
export const randomSites: fc.Arbitrary<RandomSite> = fc
	.record({
		moment: fc.constantFrom(...MOMENTS),
		sessions: fc.array(session, { maxLength: MOST_SESSIONS }),
	})
	.map(({ moment, sessions }) => {
		let offset = 0;
		const events = sessions.flatMap(
			({ site, startMs, isLate, visitor, here, elsewhere, events }, index) => {
				let at = moment + startMs;
				const first = offset;
				offset += events.length;
				let pageId = "";
				return events.map(
					({ gapMs, laterMs, eventName, isElsewhere, msVisible, ...event }, nth) => {
						const isMeasured = event.type === "engagement";
						// A page cannot be visible for longer than it exists.
						at += gapMs + (isMeasured ? msVisible : 0) + (isAct(event) ? 0 : laterMs);
						// Further views of a page load follow soon.
						if (event.type === "pageview" && (pageId === "" || gapMs > 600_000))
							pageId = `${index}-${nth}`;
						const { device, place, ...around } = (isElsewhere && elsewhere) || here;
						return {
							site,
							at,
							offset: isLate ? offset - nth : first + 1 + nth,
							// The tests assign the final session once all events are known.
							session: index + 1,
							pageId,
							...(isMeasured && { msVisible }),
							...visitor,
							...around,
							...device,
							...place,
							...event,
							eventName: event.type === "custom_event" || event.type === "error" ? eventName : "",
							money:
								event.type === "custom_event" ? MONEY[(index + nth) % MONEY.length] : undefined,
						};
					},
				);
			},
		);
		return { moment, events };
	});
