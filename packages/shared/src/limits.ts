/** The limits that all packages share. Lengths are in UTF-16 code units, as a browser counts them; times in ms. */

/** Largest `/api/track` body after decompression. */
export const MAX_TRACK_BODY_BYTES = 1024 * 1024;
/** Largest single event inside a batch, and largest body of `/api/identify`. */
export const MAX_EVENT_BYTES = 64 * 1024;
export const MAX_EVENTS_PER_BATCH = 500;
/** The most given-up events that a browser may report before one; a larger number is an error. */
export const MAX_GIVEN_UP = 1_000_000;
/** Most feature flags of one event. */
export const MAX_FEATURE_FLAGS = 200;
/** Largest set of traits in one request, as JSON. */
export const MAX_TRAITS_BYTES = 2048;

/** Largest body of `/api/session-replay/record/{siteId}` after decompression, and most events in one. */
export const MAX_REPLAY_BODY_BYTES = 10 * 1024 * 1024;
export const MAX_REPLAY_EVENTS = 20_000;
/** The part of a replay in one queue record, uncompressed; brokers accept 1 MB, and some bytes do not compress. */
export const MAX_REPLAY_CHUNK_BYTES = 256 * 1024;
/** How long a replay is kept by default, and at most. */
export const REPLAY_RETENTION_DAYS = 30;
export const MAX_REPLAY_RETENTION_DAYS = 365;
/** The longest retention in days of events and people, and of bots, which are always deleted after three months. */
export const MAX_RETENTION_DAYS = 3650;
export const MAX_BOT_RETENTION_DAYS = 90;

/** Most names of events whose properties may be money, and most exchange rates of a site. */
export const MAX_MONEY_EVENTS = 50;
export const MAX_RATES = 1000;

export const MAX_LENGTH = {
	hostname: 253,
	pathname: 2048,
	querystring: 2048,
	pageTitle: 512,
	referrer: 2048,
	language: 35,
	userId: 255,
	anonymousId: 255,
	tag: 256,
	release: 128,
	eventName: 256,
	properties: 2048,
	/** Of custom events, where the site has event schemas. */
	schemaProperties: 32 * 1024,
	errorProperties: 4096,
	userAgent: 512,
	eventId: 64,
	orderId: 64,
	pageId: 32,
	featureFlagKey: 100,
	featureFlagValue: 2048,
} as const;

/** The largest plausible measures: longer loading times, larger shifts and longer views are errors. */
export const MAX_MEASURE = {
	vitalMs: 60 * 60 * 1000,
	layoutShift: 1_000,
	visibleMs: 31 * 24 * 60 * 60 * 1000,
	scrollPercent: 100,
} as const;

/** A session ends after this much inactivity. */
export const SESSION_IDLE_MS = 30 * 60 * 1000;
/** The longest session, from its first event to its last; reports on a range read that far around it. */
export const SESSION_MAX_MS = 24 * 60 * 60 * 1000;
/** How long the same event id is stored only once. */
export const DEDUPE_WINDOW_MS = 24 * 60 * 60 * 1000;
/** The greatest age of an event; older ones are placed at this age. */
export const MAX_EVENT_DELAY_MS = 72 * 60 * 60 * 1000;
/** The earliest time of an event where the site allows backfill, in ms since the epoch. */
export const BACKFILL_FROM = Date.UTC(2000, 0, 1);
