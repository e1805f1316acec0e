import type { ClientEventType } from "./event.ts";
import type { QueuedEvent } from "./queued-event.ts";

/** Facts that other products store about an event or derive from it, under our names. */
type ImportedFact =
	| "eventName"
	| "properties"
	| "identifiedUser"
	| "hostname"
	| "pathname"
	| "querystring"
	| "pageTitle"
	| "referrer"
	| "tag"
	| "browser"
	| "browserVersion"
	| "operatingSystem"
	| "operatingSystemVersion"
	| "deviceType"
	| "language"
	| "screenWidth"
	| "screenHeight"
	| "country"
	| "region"
	| "city"
	| "latitude"
	| "longitude"
	| "timezone"
	| "lcp"
	| "cls"
	| "inp"
	| "fcp"
	| "ttfb"
	| "msVisible"
	| "scrollDepth";

/**
 * One event of another product's export. Facts that the export lacks are absent; nothing is invented. Query strings
 * include their "?", referrers their scheme.
 */
export interface ImportedHit extends Partial<Pick<QueuedEvent, ImportedFact>> {
	/** The product's own id of the event. Without one, an id is derived from the event's content. */
	id?: string;
	/** The product's id of the visitor; without one, each event is a visitor of its own. */
	visitor?: string;
	/** ms since the epoch. */
	at: number;
	type: ClientEventType;
	/** If the product stores it, browser, system and device are derived from it. */
	userAgent?: string;
}

/** A product's figures of a whole day, if its export has no single events. */
export interface ImportedFigure {
	/** `YYYY-MM-DD` */
	date: string;
	/** "" for the day as a whole, else `page`, `source` … */
	dimension: string;
	/** The dimension's value; "" for the day as a whole. */
	value: string;
	visitors: number;
	visits: number;
	pageviews: number;
	bounces: number;
	/** Of all sessions together. */
	durationSeconds: number;
	/** How often a custom event happened. */
	events: number;
	/** The product that counted it, if that is not the one whose export it is in. */
	platform?: string | undefined;
}

/** What Google's search showed of the site on a day, as sums. */
export interface SearchFigure {
	/** `YYYY-MM-DD`, in California. */
	date: string;
	/** "" for the day as a whole, else `query`, `page`, `country` or `device`. */
	dimension: string;
	/** The dimension's value; "" for the day as a whole. */
	value: string;
	clicks: number;
	impressions: number;
	/** The position of each impression, added up: divided by impressions, the mean. */
	positions: number;
}

/** An event of one of our own exports, which is stored unchanged. */
export interface ExportedEvent {
	/** Its site is the one that it was exported from. */
	event: QueuedEvent;
	/** 16 hex characters; "" for a bot's request, which has none. */
	session: string;
}

/** A trait of a site's user. */
export interface ExportedTrait {
	/** The site's own id of its user. */
	user: string;
	key: string;
	/** JSON text. */
	value: string;
	/** ms since the epoch. */
	at: number;
}

/** The definitions and the settings of a site. */
export const DEFINITION_KINDS = [
	"site",
	"goal",
	"funnel",
	"segment",
	"annotation",
	"question",
	"board",
] as const;
export type DefinitionKind = (typeof DEFINITION_KINDS)[number];

/** A definition of a site as in its export, not validated yet. */
export interface ExportedDefinition {
	kind: DefinitionKind;
	content: Readonly<Record<string, unknown>>;
}

/** A device and the user that it belongs to. */
export interface ExportedDevice {
	/** Visitor id: 16 hex characters. */
	device: string;
	user: string;
	/** ms since the epoch. */
	at: number;
}
