import type { EventType } from "./event.ts";
import type { SiteNumber } from "./ids.ts";

/**
 * What the gateway appends and the loader reads: one event with everything the gateway knows about it.
 * Texts are never null: an unknown fact is "" and an unknown number 0.
 */
export interface QueuedEvent {
	/** Raised when an older loader could misread the record. */
	v: 1;
	/** The client's event id or one of ours; unique per site for 24 h. */
	id: string;
	site: SiteNumber;
	/** When the gateway received it and when it happened, by the gateway's clock: ms since the epoch. */
	receivedAt: number;
	occurredAt: number;
	type: EventType;
	eventName: string;
	/** JSON text, "{}" when none. */
	properties: string;

	/** Visitor id: 16 hex characters. */
	visitor: string;
	/** Where the site salts visitor ids by day: the id under yesterday's salt, for a visit that spans midnight. */
	visitorYesterday?: string;
	/** The site's own id of its signed-in user, "" when none. */
	identifiedUser: string;

	hostname: string;
	pathname: string;
	querystring: string;
	pageTitle: string;
	/** Full referrer; "" when none or when it is the page's own hostname. */
	referrer: string;
	/** The channel this event alone would be attributed to. */
	channel: string;
	/** The query string's parameters that the site keeps: names lower-cased, values as they came. */
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

	/** ISO alpha-2, `CC-REG`, English name. */
	country: string;
	region: string;
	city: string;
	latitude: number;
	longitude: number;
	timezone: string;
	asn: number;
	asnOrganization: string;
	/** Client address; only where the site asks for it. */
	ip?: string;

	pageId: string;
	/** Number of the event on its page, -1 when the client sent none. */
	sequence: number;

	lcp?: number;
	cls?: number;
	inp?: number;
	fcp?: number;
	ttfb?: number;
	msVisible?: number;
	scrollDepth?: number;

	/** Present on a bot's request: it becomes a bot record and makes no session. */
	bot?: BotVerdict;
}

export const BOT_LAYERS = [
	"ua_pattern",
	"header_heuristics",
	"client_signals",
	"bot_asn",
	"rate_anomaly",
] as const;
export type BotLayer = (typeof BOT_LAYERS)[number];

/** Which layers took the request for a bot's, and what is known of it. */
export interface BotVerdict {
	layers: BotLayer[];
	category: string;
	matchedPattern: string;
	name: string;
	operator: string;
	purpose: string;
	/**
	 * Whether a named agent came from its operator's published addresses; "" without a name. Absent in records of
	 * older gateways, as are the next two.
	 */
	claim?: "claimed" | "verified" | "";
	/** Whose network of machines it came from, "" when from none that is known. */
	asnProvider?: string;
	/** Why each of `layers` hit, in the same order. */
	evidence?: string[];
}

/**
 * A record is a JSON array of the fields' values in this order, its absent ones null or cut off at the end: half the
 * bytes of an object, and a third less time on both sides. A new field goes to the end; a changed one raises `v`.
 */
const FIELDS = [
	"v",
	"id",
	"site",
	"receivedAt",
	"occurredAt",
	"type",
	"eventName",
	"properties",
	"visitor",
	"identifiedUser",
	"hostname",
	"pathname",
	"querystring",
	"pageTitle",
	"referrer",
	"channel",
	"urlParameters",
	"tag",
	"featureFlags",
	"browser",
	"browserVersion",
	"operatingSystem",
	"operatingSystemVersion",
	"deviceType",
	"language",
	"screenWidth",
	"screenHeight",
	"country",
	"region",
	"city",
	"latitude",
	"longitude",
	"timezone",
	"asn",
	"asnOrganization",
	"pageId",
	"sequence",
	"visitorYesterday",
	"ip",
	"lcp",
	"cls",
	"inp",
	"fcp",
	"ttfb",
	"msVisible",
	"scrollDepth",
	"bot",
] as const satisfies readonly (keyof QueuedEvent)[];

/** Fails to compile when a field of the event is missing above: it would be lost on the way. */
const complete: Exclude<keyof QueuedEvent, (typeof FIELDS)[number]> extends never ? true : never =
	true;
void complete;
const LAST_REQUIRED = FIELDS.indexOf("sequence");

/** Written out, because reading the fields by name in a loop costs as much again as writing the JSON. */
const valuesOf = (event: QueuedEvent): unknown[] => [
	event.v,
	event.id,
	event.site,
	event.receivedAt,
	event.occurredAt,
	event.type,
	event.eventName,
	event.properties,
	event.visitor,
	event.identifiedUser,
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
	event.latitude,
	event.longitude,
	event.timezone,
	event.asn,
	event.asnOrganization,
	event.pageId,
	event.sequence,
];

const OPTIONAL = FIELDS.slice(LAST_REQUIRED + 1);

/** A record as text, for those who want to look at it before they encode it. */
export const textOfQueuedEvent = (event: QueuedEvent): string => {
	const values = valuesOf(event);
	let last = OPTIONAL.length - 1;
	while (last >= 0 && event[OPTIONAL[last] as (typeof OPTIONAL)[number]] === undefined) last--;
	// Most events have none of them, and a list that grows is made twice.
	if (last >= 0) for (const field of OPTIONAL.slice(0, last + 1)) values.push(event[field]);
	return JSON.stringify(values);
};

export const encodeQueuedEvent = (event: QueuedEvent): Buffer =>
	Buffer.from(textOfQueuedEvent(event));

/** @throws SyntaxError or TypeError for bytes that are no queued event of this version. */
export const decodeQueuedEvent = (bytes: Uint8Array): QueuedEvent => {
	const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
	const values: unknown = JSON.parse(text);
	if (!Array.isArray(values) || values[0] !== 1 || values.length <= LAST_REQUIRED)
		throw new TypeError("Not a queued event of version 1");
	// Written out as well: an object that grows by computed names costs five times as much to make and to read.
	const event: Record<string, unknown> = {
		v: values[0],
		id: values[1],
		site: values[2],
		receivedAt: values[3],
		occurredAt: values[4],
		type: values[5],
		eventName: values[6],
		properties: values[7],
		visitor: values[8],
		identifiedUser: values[9],
		hostname: values[10],
		pathname: values[11],
		querystring: values[12],
		pageTitle: values[13],
		referrer: values[14],
		channel: values[15],
		urlParameters: values[16],
		tag: values[17],
		featureFlags: values[18],
		browser: values[19],
		browserVersion: values[20],
		operatingSystem: values[21],
		operatingSystemVersion: values[22],
		deviceType: values[23],
		language: values[24],
		screenWidth: values[25],
		screenHeight: values[26],
		country: values[27],
		region: values[28],
		city: values[29],
		latitude: values[30],
		longitude: values[31],
		timezone: values[32],
		asn: values[33],
		asnOrganization: values[34],
		pageId: values[35],
		sequence: values[36],
	};
	for (let index = LAST_REQUIRED + 1; index < values.length; index++) {
		const field = FIELDS[index];
		const value: unknown = values[index];
		if (field !== undefined && value !== null) event[field] = value;
	}
	return event as unknown as QueuedEvent;
};
