import type { ClientEventType } from "@footfall/shared/event";
import { jsonValue } from "@footfall/shared/json-value";
import { MAX_LENGTH, MAX_MEASURE, MAX_TRAITS_BYTES } from "@footfall/shared/limits";
import { given, textOf } from "./absent.ts";
import { compactPropertiesOf, errorProperties } from "./compact-properties.ts";
import type { PageFacts } from "./page-facts.ts";
import { trimmedJson } from "./trimmed.ts";

/** Marks an identify, in the place of an event's type number. */
const IDENTIFY = 0;
/** Event types by number. They are on the wire: a new type takes the next number, and none is reused. */
const TYPES: readonly (ClientEventType | undefined)[] = [
	undefined,
	"pageview",
	"custom_event",
	"outbound",
	"error",
	"button_click",
	"copy",
	"form_submit",
	"input_change",
	"engagement",
	"performance",
];

/** An entry in the documented form, unchecked: an event, or the body of an identify. */
export interface DecodedEntry {
	isIdentify: boolean;
	candidate: unknown;
}

/** Whether a site, by the id that an entry gives, accepts large properties of custom events. */
export type AcceptsLarge = (site: unknown) => boolean;

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/**
 * Path and query. Without a query of its own (null), a page address contains it: path, query and fragment as in a URL.
 */
const addressOf = (address: unknown, query: unknown): readonly [unknown, unknown] => {
	if (typeof address !== "string" || query != null) return [address, query];
	const [found = ""] = /\?[^#]*/.exec(address) ?? [];
	return [address.replace(found, () => ""), found];
};

/** The properties and measures of an event; some types have both in one list. */
const payloadOf = (
	type: unknown,
	payload: unknown,
	measures: readonly unknown[],
): readonly [properties: unknown, measures: readonly unknown[]] => {
	if (!Array.isArray(payload)) return [payload, measures];
	const [first, second, third] = payload;
	if (isObject(first)) return [second, [first]];
	if (type === "engagement") return [third, [first, second]];
	if (type === "error") return [errorProperties(payload), measures];
	return [payload, measures];
};

/** The first measure of an event, after the fields that all have. */
const MEASURES_AT = 13;

/** A value that only some events have: among the measures, wherever these are. */
const rareValueOf = (name: "given_up" | "release", payload: unknown, measure: unknown): unknown => {
	const first = Array.isArray(payload) ? payload[0] : undefined;
	if (isObject(first) && name in first) return first[name];
	return isObject(measure) ? measure[name] : undefined;
};

const rounded = (value: unknown) => (typeof value === "number" ? Math.round(value) : given(value));

const percentOf = (value: unknown) => {
	const whole = rounded(value);
	return typeof whole === "number" ? Math.min(whole, MAX_MEASURE.scrollPercent) : whole;
};

const MEASURES = ["ms_visible", "scroll_depth", "lcp", "cls", "inp", "fcp", "ttfb"];

const addMeasures = (event: Fields, measures: readonly unknown[]): void => {
	const [first] = measures;
	if (isObject(first)) {
		for (const name of MEASURES) if (name in first) event[name] = first[name];
		return;
	}
	if (event["type"] === "engagement") {
		event["ms_visible"] = rounded(first);
		event["scroll_depth"] = percentOf(measures[1]);
	} else if (event["type"] === "performance") {
		event["lcp"] = given(first);
		event["cls"] = given(measures[1]);
		event["inp"] = given(measures[2]);
		event["fcp"] = given(measures[3]);
		event["ttfb"] = given(measures[4]);
	}
};

const eventOf = (
	entry: readonly unknown[],
	page: PageFacts,
	acceptsLarge: AcceptsLarge,
): Fields => {
	const [timestamp, site, kind, pageId, seq] = entry;
	const type = typeof kind === "number" ? (TYPES[kind] ?? kind) : kind;
	const [pathname, querystring] = addressOf(entry[5], entry[6]);
	const [properties, measures] = payloadOf(type, entry[12], entry.slice(MEASURES_AT));
	const event: Fields = {
		type,
		site_id: site,
		timestamp: given(timestamp),
		page_id: given(pageId),
		seq: given(seq),
		id:
			typeof pageId === "string" && typeof seq === "number" && pageId
				? `${pageId}.${seq}`
				: undefined,
		pathname: textOf(pathname, MAX_LENGTH.pathname),
		querystring: textOf(querystring, MAX_LENGTH.querystring),
		page_title: textOf(entry[7], MAX_LENGTH.pageTitle),
		referrer: textOf(entry[8], MAX_LENGTH.referrer),
		tag: textOf(entry[9], MAX_LENGTH.tag),
		user_id: textOf(entry[10], MAX_LENGTH.userId),
		event_name: textOf(entry[11], MAX_LENGTH.eventName),
		properties: compactPropertiesOf(properties, type, () => acceptsLarge(site)),
		sent_at: page.sent_at,
		hostname: page.hostname,
		language: page.language,
		screenWidth: page.screenWidth,
		screenHeight: page.screenHeight,
		maxTouchPoints: page.maxTouchPoints,
		_bs: page._bs,
		_bsm: page._bsm,
		given_up: rareValueOf("given_up", entry[12], entry[MEASURES_AT]),
		release: textOf(rareValueOf("release", entry[12], entry[MEASURES_AT]), MAX_LENGTH.release),
	};
	addMeasures(event, measures);
	return event;
};

const bytesOf = (json: string) => Buffer.byteLength(json);

/** Traits within their limit, as properties are. */
const traitsOf = (value: unknown): unknown => {
	const traits = typeof value === "string" && value ? jsonValue(value) : value;
	if (typeof traits !== "object" || traits === null || Array.isArray(traits)) return given(traits);
	const json = trimmedJson(traits, MAX_TRAITS_BYTES, bytesOf);
	return json === undefined ? undefined : JSON.parse(json);
};

const identifyOf = ([timestamp, site, , user, traits, isNew]: readonly unknown[]): Fields => ({
	timestamp: given(timestamp),
	site_id: site,
	user_id: textOf(user, MAX_LENGTH.userId),
	traits: traitsOf(traits),
	is_new_identify: Boolean(isNew),
});

/** Whether an object kept by an earlier tracker is an identify: events have a type. */
const isKeptIdentify = (entry: Fields) =>
	entry["type"] === undefined &&
	(entry["traits"] !== undefined || entry["is_new_identify"] !== undefined);

/** Converts an entry of a compact body into the documented form. Accepts any value and never throws. */
export const decodeEntry = (
	entry: unknown,
	page: PageFacts,
	acceptsLarge: AcceptsLarge,
): DecodedEntry => {
	if (Array.isArray(entry))
		return entry[2] === IDENTIFY
			? { isIdentify: true, candidate: identifyOf(entry) }
			: { isIdentify: false, candidate: eventOf(entry, page, acceptsLarge) };
	if (!isObject(entry)) return { isIdentify: false, candidate: entry };
	if (isKeptIdentify(entry)) return { isIdentify: true, candidate: entry };
	if (entry["sent_at"] === undefined) entry["sent_at"] = page.sent_at;
	return { isIdentify: false, candidate: entry };
};
