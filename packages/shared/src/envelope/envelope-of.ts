import { jsonValue } from "../json-value.ts";
import { type BotVerdict, decodeQueuedEvent, type QueuedEvent } from "../queued-event.ts";
import { decodeQueuedIdentify, isQueuedIdentify, type QueuedIdentify } from "../queued-identify.ts";
import { decodeQueuedQuarantine, isQueuedQuarantine } from "../queued-quarantine.ts";
import { decodeQueuedReplay, isQueuedReplay, type QueuedReplay } from "../queued-replay.ts";
import {
	ENVELOPE_VERSION,
	type EventEnvelope,
	type IdentifyEnvelope,
	type RecordEnvelope,
	type ReplayEnvelope,
} from "./record-envelope.ts";

const printed = (at: number) => new Date(at).toISOString();

const propertiesOf = (text: string): Record<string, unknown> => {
	const value = jsonValue(text);
	return typeof value === "object" && value !== null && !Array.isArray(value)
		? (value as Record<string, unknown>)
		: {};
};

const moneyOf = ({ revenue, currency = "", orderId = "" }: QueuedEvent): EventEnvelope["money"] =>
	currency === "" && orderId === ""
		? undefined
		: { revenue: currency === "" ? "" : (revenue ?? "0"), currency, order_id: orderId };

const measuresOf = (event: QueuedEvent): EventEnvelope["measures"] => {
	const { lcp, cls, inp, fcp, ttfb, msVisible: ms_visible, scrollDepth: scroll_depth } = event;
	const known = Object.entries({ lcp, cls, inp, fcp, ttfb, ms_visible, scroll_depth }).filter(
		([, value]) => value !== undefined,
	);
	return known.length === 0 ? undefined : Object.fromEntries(known);
};

const botOf = (bot: BotVerdict): NonNullable<EventEnvelope["bot"]> => ({
	layers: bot.layers,
	evidence: bot.evidence ?? [],
	bot_category: bot.category,
	matched_ua_pattern: bot.matchedPattern,
	bot_name: bot.name,
	bot_operator: bot.operator,
	bot_purpose: bot.purpose,
	bot_claim: bot.claim ?? "",
	asn_provider: bot.asnProvider ?? "",
});

/** The fields of browser, device and place that events and recordings share. */
const browserOf = (record: Pick<QueuedEvent & QueuedReplay, BrowserField>) => ({
	language: record.language,
	browser: record.browser,
	browser_version: record.browserVersion,
	operating_system: record.operatingSystem,
	operating_system_version: record.operatingSystemVersion,
	device_type: record.deviceType,
	screen_width: record.screenWidth,
	screen_height: record.screenHeight,
	country: record.country,
	region: record.region,
	city: record.city,
});
type BrowserField = Extract<
	keyof QueuedEvent,
	Exclude<keyof QueuedReplay, "site" | "receivedAt" | "visitor" | "visitorYesterday">
>;

const envelopeOfEvent = (event: QueuedEvent): EventEnvelope => {
	const money = moneyOf(event);
	const measures = measuresOf(event);
	const envelope: EventEnvelope = {
		v: ENVELOPE_VERSION,
		id: event.id,
		site: event.site,
		type: event.type,
		event_name: event.eventName,
		at: printed(event.occurredAt),
		received_at: printed(event.receivedAt),
		person: { user_id: event.visitor, identified_user_id: event.identifiedUser },
		page: {
			hostname: event.hostname,
			pathname: event.pathname,
			querystring: event.querystring,
			page_title: event.pageTitle,
			referrer: event.referrer,
			channel: event.channel,
			url_parameters: event.urlParameters,
			page_id: event.pageId,
			sequence: event.sequence,
		},
		properties: propertiesOf(event.properties),
		// A literal that begins with another object takes seventy times as long.
		context: Object.assign(browserOf(event), {
			lat: event.latitude,
			lon: event.longitude,
			timezone: event.timezone,
			asn: event.asn,
			asn_org: event.asnOrganization,
			device_model: event.deviceModel ?? "",
			app_version: event.appVersion ?? "",
			tag: event.tag,
			feature_flags: event.featureFlags,
			suspected: event.suspected ?? 0,
			release: event.release ?? "",
			error_group: event.errorGroup ?? "",
		}),
	};
	if (money) envelope.money = money;
	if (measures) envelope.measures = measures;
	if (event.bot) envelope.bot = botOf(event.bot);
	return envelope;
};

const envelopeOfIdentify = (identify: QueuedIdentify): IdentifyEnvelope => ({
	v: ENVELOPE_VERSION,
	id: identify.id,
	site: identify.site,
	type: "identify",
	at: printed(identify.receivedAt),
	received_at: printed(identify.receivedAt),
	person: {
		user_id: identify.visitor,
		identified_user_id: identify.user,
		...(identify.traits && { traits: identify.traits }),
		is_new_identify: identify.isNewIdentify,
	},
	page: {},
	properties: {},
	context: {},
});

const envelopeOfReplay = (replay: QueuedReplay): ReplayEnvelope => ({
	v: ENVELOPE_VERSION,
	id: `${replay.batch}-${replay.chunk}`,
	site: replay.site,
	type: "replay",
	at: printed(replay.startedAt),
	received_at: printed(replay.receivedAt),
	person: { user_id: replay.visitor, identified_user_id: replay.identifiedUser },
	page: { page_url: replay.pageUrl },
	properties: {},
	context: browserOf(replay),
	replay: {
		batch: replay.batch,
		chunk: replay.chunk,
		part: replay.part,
		parts: replay.parts,
		ended_at: printed(replay.endedAt),
		events: replay.times.length,
		bytes: replay.events.length,
	},
});

const envelopeOfQuarantine = (value: Uint8Array): RecordEnvelope => {
	const { event, violations } = decodeQueuedQuarantine(value);
	const rules = violations.map(({ rule }) => rule);
	return { ...envelopeOfEvent(event), type: "quarantined", violations: rules };
};

/**
 * The envelope of a record as the gateway appends it. It has neither the visitor's address nor, where a site changes
 * visitor ids by day, yesterday's id, which would link two days.
 * @throws SyntaxError, TypeError or RangeError for bytes that are no such record
 */
export const envelopeOf = (value: Uint8Array): RecordEnvelope => {
	if (isQueuedIdentify(value)) return envelopeOfIdentify(decodeQueuedIdentify(value));
	if (isQueuedQuarantine(value)) return envelopeOfQuarantine(value);
	if (isQueuedReplay(value)) return envelopeOfReplay(decodeQueuedReplay(value));
	return envelopeOfEvent(decodeQueuedEvent(value));
};
