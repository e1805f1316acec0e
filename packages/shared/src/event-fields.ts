import { MAX_LENGTH, MAX_MEASURE } from "./limits.ts";

/** How a field is stored: its value in a queued event, and how the loader and imports convert it. */
export type FieldKind =
	| "text"
	/** Text that is stored as NULL where there is none. */
	| "nullableText"
	| "eventType"
	/** JSON text of an object. */
	| "json"
	/** Texts by name. */
	| "texts"
	| "site"
	/** 16 hex characters. */
	| "hexId"
	/** ms since the epoch. */
	| "instant"
	| "number"
	| "integer"
	/** A number that only some types of events have. */
	| "measure"
	/** Decimal text, which is stored exactly; 0 where there is none. */
	| "decimal";

/** A field of a stored event. */
export interface EventField {
	/** Position in a queue record. Records outlive upgrades: a new field takes the next number, and none is reused. */
	at: number;
	kind: FieldKind;
	/** Column of `events`; absent if the loader derives columns from it. */
	column?: string;
	/** The table `bots` has the same column. */
	inBots?: boolean;
	/** Lists and exports of events show the column. */
	isListed?: boolean;
	/** A queued event omits the field if the value is unknown. */
	isOptional?: boolean;
	/** Clients send it under the column's name, in at most this many characters. */
	maxLength?: number;
	/** The start of a longer text is stored; without this, the event is refused. */
	isCut?: boolean;
	/** For an integer: the range of its column. The smallest value means unknown. */
	range?: readonly [min: number, max: number];
	/** For a measure: the largest plausible value. */
	largest?: number;
}

type Options = Omit<EventField, "at" | "kind" | "column">;

const field =
	<const Kind extends FieldKind, const Shared extends Options>(kind: Kind, shared: Shared) =>
	<const Column extends string, const More extends Options>(
		at: number,
		column: Column,
		more: More = {} as More,
	) => ({ at, kind, column, ...shared, ...more });

const text = field("text", {});
const number = field("number", {});
const measure = field("measure", { isOptional: true });

const inBots = { inBots: true } as const;
const listed = { isListed: true } as const;
const cut = { isCut: true } as const;
const everywhere = { ...inBots, ...listed } as const;
const PIXELS = [0, 65_535] as const;

/**
 * Each field of a stored event, in the order of the columns in lists and exports. The type of a queued event, its
 * record in the queue, the schema of what clients send, the rows that the loader inserts and the columns of exports
 * derive from this list; a new column also needs a migration of the store.
 */
export const EVENT_FIELDS = {
	/** The client's event id or one of ours; unique per site for 24 h. */
	id: text(1, "event_id", inBots),
	site: { at: 2, kind: "site", column: "site_id", ...inBots },
	/** When the gateway received it and when it happened, by the gateway's clock: ms since the epoch. */
	receivedAt: { at: 3, kind: "instant", column: "received_at", ...inBots },
	occurredAt: { at: 4, kind: "instant", column: "timestamp", ...inBots },
	type: { at: 5, kind: "eventType", column: "type", ...inBots },
	eventName: text(6, "event_name", inBots),
	/** JSON text, "{}" when none. */
	properties: { at: 7, kind: "json", column: "properties" },

	/** Visitor id: 16 hex characters. The loader decides which of the two is stored. */
	visitor: { at: 8, kind: "hexId" },
	/** Where the site salts visitor ids by day: the id under yesterday's salt, for a session that spans midnight. */
	visitorYesterday: { at: 37, kind: "hexId", isOptional: true },
	/** The site's own id of its signed-in user, "" when none. */
	identifiedUser: text(9, "identified_user_id"),

	pathname: text(11, "pathname", { ...everywhere, maxLength: MAX_LENGTH.pathname, ...cut }),
	querystring: text(12, "querystring", {
		...everywhere,
		maxLength: MAX_LENGTH.querystring,
		...cut,
	}),
	hostname: text(10, "hostname", { ...everywhere, maxLength: MAX_LENGTH.hostname }),
	pageTitle: text(13, "page_title", { ...listed, maxLength: MAX_LENGTH.pageTitle, ...cut }),
	/** Full referrer; "" if there is none or if it is the page's own hostname. */
	referrer: text(14, "referrer", { ...everywhere, maxLength: MAX_LENGTH.referrer, ...cut }),
	/** The channel this event alone would be attributed to. */
	channel: text(15, "channel"),
	/** The query string's parameters that the site keeps: names lower-cased, values unchanged. */
	urlParameters: { at: 16, kind: "texts", column: "url_parameters" },
	tag: text(17, "tag", { maxLength: MAX_LENGTH.tag, ...cut }),
	featureFlags: { at: 18, kind: "texts", column: "feature_flags" },

	browser: text(19, "browser", everywhere),
	browserVersion: text(20, "browser_version", everywhere),
	operatingSystem: text(21, "operating_system", everywhere),
	operatingSystemVersion: text(22, "operating_system_version", everywhere),
	language: text(24, "language", { ...listed, maxLength: MAX_LENGTH.language, ...cut }),

	/** ISO alpha-2, `CC-REG`, English name. */
	country: text(27, "country", everywhere),
	region: text(28, "region", everywhere),
	city: text(29, "city", everywhere),
	latitude: number(30, "lat", everywhere),
	longitude: number(31, "lon", everywhere),
	timezone: text(32, "timezone"),
	asn: number(33, "asn", inBots),
	asnOrganization: text(34, "asn_org", inBots),
	/** Client address; only where the site asks for it. */
	ip: { at: 38, kind: "nullableText", column: "ip", isOptional: true },

	screenWidth: { at: 25, kind: "integer", column: "screen_width", ...everywhere, range: PIXELS },
	screenHeight: { at: 26, kind: "integer", column: "screen_height", ...everywhere, range: PIXELS },
	deviceType: text(23, "device_type", everywhere),
	/** Sent by mobile apps about the device and the app. */
	deviceModel: text(47, "device_model", { ...listed, isOptional: true, maxLength: 200, ...cut }),
	appVersion: text(48, "app_version", { ...listed, isOptional: true, maxLength: 128, ...cut }),

	pageId: text(35, "page_id", { maxLength: MAX_LENGTH.pageId }),
	/** Number of the event on its page, -1 when the client sent none. */
	sequence: { at: 36, kind: "integer", column: "sequence", range: [-1, 2 ** 31 - 1] },

	/** The amount of money of an event, negative for a refund; it counts only with a currency. */
	revenue: { at: 51, kind: "decimal", column: "revenue", isOptional: true, ...listed },
	/** ISO 4217; "" = no money, or an order that another event has already counted. */
	currency: text(52, "currency", { ...listed, isOptional: true }),
	orderId: text(53, "order_id", { ...listed, isOptional: true }),

	/** Version of the site's own code that sent the event. */
	release: text(54, "release", {
		...listed,
		isOptional: true,
		maxLength: MAX_LENGTH.release,
		...cut,
	}),
	/** Which error an occurrence belongs to; see `errors/error-group.ts`. "" of errors that older gateways received. */
	errorGroup: text(55, "error_group", { isOptional: true }),

	/** 1 if its rate alone looks like a machine's: it is counted unless the site excludes such sessions. */
	suspected: { at: 50, kind: "integer", column: "suspected", isOptional: true, range: [0, 1] },

	lcp: measure(39, "lcp", { largest: MAX_MEASURE.vitalMs }),
	cls: measure(40, "cls", { largest: MAX_MEASURE.layoutShift }),
	inp: measure(41, "inp", { largest: MAX_MEASURE.vitalMs }),
	fcp: measure(42, "fcp", { largest: MAX_MEASURE.vitalMs }),
	ttfb: measure(43, "ttfb", { largest: MAX_MEASURE.vitalMs }),
	msVisible: measure(44, "ms_visible", { largest: MAX_MEASURE.visibleMs }),
	scrollDepth: measure(45, "scroll_depth", { largest: MAX_MEASURE.scrollPercent }),
} as const satisfies Record<string, EventField>;

type Fields = typeof EVENT_FIELDS;
export type FieldName = keyof Fields;

/** The fields as a list; those with a column have both names. */
export const eventFields = Object.entries(EVENT_FIELDS).map(([name, one]) => ({
	...(one as EventField),
	name: name as FieldName,
}));
export type NamedField = (typeof eventFields)[number];
export type StoredField = NamedField & { column: string };

/** Whether a field has a column of its own. */
export const isStored = (one: NamedField): one is StoredField => one.column !== undefined;

/** Columns whose fields match a pattern, such as `{ isListed: true }`. */
export type ColumnOf<Pattern> = {
	[Name in FieldName]: Fields[Name] extends Pattern & { column: infer Column extends string }
		? Column
		: never;
}[FieldName];
