import type { EventType } from "./event.ts";
import type { QueuedEvent } from "./queued-event.ts";

/**
 * One event of another product's export, in our words. What that product does not tell is absent; nothing in it is
 * made up.
 */
export interface ImportedHit {
	/** The product's own id of the event. Without one, an id is made of the event's content. */
	id?: string;
	/** The product's id of the visitor; without one, nobody knows what else this visitor did. */
	visitor?: string;
	/** ms since the epoch. */
	at: number;
	type: EventType;
	eventName?: string;
	/** JSON text of an object. */
	properties?: string;
	/** The site's own id of its signed-in user. */
	identifiedUser?: string;

	hostname?: string;
	pathname?: string;
	/** With its "?". */
	querystring?: string;
	pageTitle?: string;
	/** A URL with its scheme. */
	referrer?: string;
	tag?: string;

	/** Where the product keeps it; otherwise the facts that it made of it, in our names. */
	userAgent?: string;
	browser?: string;
	browserVersion?: string;
	operatingSystem?: string;
	operatingSystemVersion?: string;
	deviceType?: string;
	language?: string;
	screenWidth?: number;
	screenHeight?: number;

	/** ISO alpha-2, `CC-REG`, English name. */
	country?: string;
	region?: string;
	city?: string;
	latitude?: number;
	longitude?: number;
	timezone?: string;

	lcp?: number;
	cls?: number;
	inp?: number;
	fcp?: number;
	ttfb?: number;
	msVisible?: number;
	scrollDepth?: number;
}

/** What a product says of a whole day, where its export has no single events. Absent counts were not told. */
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

/** An event as this product exported it: nothing about it is found out anew. */
export interface ExportedEvent {
	/** Its site is the one that it came from. */
	event: QueuedEvent;
	/** 16 hex characters; "" for a bot's request, which has none. */
	session: string;
}

/** What a site said of one of its users. */
export interface ExportedTrait {
	/** The site's own id of its user. */
	user: string;
	key: string;
	/** JSON text. */
	value: string;
	/** ms since the epoch. */
	at: number;
}

/** What a site's owner can define, and the site's own settings. */
export const DEFINITION_KINDS = ["site", "goal", "funnel", "segment", "annotation"] as const;
export type DefinitionKind = (typeof DEFINITION_KINDS)[number];

/** Something that was defined for a site, as its export has it: not checked yet. */
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
