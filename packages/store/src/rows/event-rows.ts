import { MAX_MEASURE } from "@footfall/shared/limits";
import { BOT_LAYERS, type BotVerdict, type QueuedEvent } from "@footfall/shared/queued-event";

/** The loader's additions to an event. */
export interface Placement {
	session: string;
	visitor: string;
	source: string;
	offset: number;
}

type Cell = (event: QueuedEvent, placement: Placement) => unknown;

/** A bare number is taken as the column's own ticks, milliseconds, and costs a tenth of a text. */
const time = (milliseconds: number) => Math.trunc(milliseconds);
/** Decimal text: the store's 64-bit numbers are larger than JavaScript's. */
const decimal = (hex: string) => BigInt(`0x${hex}`).toString();
/** A number out of its column's range would be refused with its whole block, or wrap around. */
const within = (min: number, max: number, value: number) =>
	Math.min(max, Math.max(min, Math.trunc(value)));

/** A measure that no page can have is none: one of them would make a sum or a percentile infinite. */
const measured = (value: number | undefined, max: number) =>
	value !== undefined && value >= 0 && value <= max ? value : null;

const shared: Record<string, Cell> = {
	site_id: ({ site }) => site,
	timestamp: ({ occurredAt }) => time(occurredAt),
	received_at: ({ receivedAt }) => time(receivedAt),
	event_id: ({ id }) => id,
	type: ({ type }) => type,
	event_name: ({ eventName }) => eventName,
	user_id: (_, { visitor }) => decimal(visitor),
	hostname: ({ hostname }) => hostname,
	pathname: ({ pathname }) => pathname,
	querystring: ({ querystring }) => querystring,
	referrer: ({ referrer }) => referrer,
	browser: ({ browser }) => browser,
	browser_version: ({ browserVersion }) => browserVersion,
	operating_system: ({ operatingSystem }) => operatingSystem,
	operating_system_version: ({ operatingSystemVersion }) => operatingSystemVersion,
	device_type: ({ deviceType }) => deviceType,
	screen_width: ({ screenWidth }) => within(0, 65_535, screenWidth),
	screen_height: ({ screenHeight }) => within(0, 65_535, screenHeight),
	country: ({ country }) => country,
	region: ({ region }) => region,
	city: ({ city }) => city,
	lat: ({ latitude }) => latitude,
	lon: ({ longitude }) => longitude,
	asn: ({ asn }) => asn,
	asn_org: ({ asnOrganization }) => asnOrganization,
	source: (_, { source }) => source,
	source_offset: (_, { offset }) => offset,
};

const ofEvents: Record<string, Cell> = {
	...shared,
	properties: ({ properties }) => properties,
	session_id: (_, { session }) => session,
	identified_user_id: ({ identifiedUser }) => identifiedUser,
	page_title: ({ pageTitle }) => pageTitle,
	channel: ({ channel }) => channel,
	url_parameters: ({ urlParameters }) => urlParameters,
	tag: ({ tag }) => tag,
	feature_flags: ({ featureFlags }) => featureFlags,
	language: ({ language }) => language,
	timezone: ({ timezone }) => timezone,
	ip: ({ ip }) => ip ?? null,
	page_id: ({ pageId }) => pageId,
	sequence: ({ sequence }) => within(-1, 2 ** 31 - 1, sequence),
	lcp: ({ lcp }) => measured(lcp, MAX_MEASURE.vitalMs),
	cls: ({ cls }) => measured(cls, MAX_MEASURE.layoutShift),
	inp: ({ inp }) => measured(inp, MAX_MEASURE.vitalMs),
	fcp: ({ fcp }) => measured(fcp, MAX_MEASURE.vitalMs),
	ttfb: ({ ttfb }) => measured(ttfb, MAX_MEASURE.vitalMs),
	ms_visible: ({ msVisible }) => measured(msVisible, MAX_MEASURE.visibleMs),
	scroll_depth: ({ scrollDepth }) => measured(scrollDepth, MAX_MEASURE.scrollPercent),
};

const verdict =
	(cell: (bot: BotVerdict) => unknown): Cell =>
	({ bot }) =>
		bot && cell(bot);

const ofBots: Record<string, Cell> = {
	...shared,
	...Object.fromEntries(
		BOT_LAYERS.map((layer) => [layer, verdict(({ layers }) => (layers.includes(layer) ? 1 : 0))]),
	),
	bot_category: verdict(({ category }) => category),
	matched_ua_pattern: verdict(({ matchedPattern }) => matchedPattern),
	bot_name: verdict(({ name }) => name),
	bot_operator: verdict(({ operator }) => operator),
	bot_purpose: verdict(({ purpose }) => purpose),
	bot_claim: verdict(({ claim }) => claim ?? ""),
	asn_provider: verdict(({ asnProvider }) => asnProvider ?? ""),
	evidence: verdict(({ evidence }) => evidence ?? []),
};

/** How a table takes an event: its columns, and the cells in their order. */
export interface TableShape {
	table: string;
	columns: readonly string[];
	row(event: QueuedEvent, placement: Placement): unknown[];
}

const shapeOf = (table: string, cells: Record<string, Cell>): TableShape => {
	const inOrder = Object.values(cells);
	return {
		table,
		columns: Object.keys(cells),
		row: (event, placement) => inOrder.map((cell) => cell(event, placement)),
	};
};

export const EVENT_TABLE = shapeOf("events", ofEvents);
export const BOT_TABLE = shapeOf("bots", ofBots);
