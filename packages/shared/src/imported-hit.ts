import type { ClientEventType } from "./event.ts";
import type { QueuedEvent } from "./queued-event.ts";

/** Facts that other products keep of an event, or made of it, in our names. */
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
 * One event of another product's export. Facts that the export does not have are absent; nothing is made up. Query strings
 * come with their "?", referrers with their scheme.
 */
export interface ImportedHit extends Partial<Pick<QueuedEvent, ImportedFact>> {
	/** The product's own id of the event. Without one, an id is made of the event's content. */
	id?: string;
	/** The product's id of the visitor; without one, each event is a visitor of its own. */
	visitor?: string;
	/** ms since the epoch. */
	at: number;
	type: ClientEventType;
	/** Where the product keeps it, it decides about browser, system and device. */
	userAgent?: string;
}

/** A product's figures of a whole day, where its export has no single events. */
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
	/** Of all visits together. */
	durationSeconds: number;
	/** How often a custom event happened. */
	events: number;
}

/** An event of an export of ours, which is stored as it is. */
export interface ExportedEvent {
	/** Its site is the one that it came from. */
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

/** The definitions of a site's owner, and the site's settings. */
export const DEFINITION_KINDS = ["site", "goal", "funnel", "segment", "annotation"] as const;
export type DefinitionKind = (typeof DEFINITION_KINDS)[number];

/** A definition of a site as its export has it, not validated yet. */
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
