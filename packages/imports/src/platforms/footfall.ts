import type { EventType } from "@footfall/shared/event";
import type { SiteNumber } from "@footfall/shared/ids";
import { DEFINITION_KINDS, type DefinitionKind } from "@footfall/shared/imported-hit";
import { BOT_LAYERS, type BotVerdict, type QueuedEvent } from "@footfall/shared/queued-event";
import { countIn, listIn, numberIn, objectIn, storableRow, textIn } from "../row/cell.ts";
import {
	definitionIn,
	deviceIn,
	eventIn,
	figureIn,
	invalidFor,
	nothingIn,
	type RawRow,
	type ReadRow,
	skippedFor,
	traitIn,
} from "../row/reading.ts";
import { timeOf } from "../row/timestamp.ts";

const HEX = /^[0-9a-f]{16}$/;

/** Every type that the events have; a newer product's others are not understood here. */
const TYPES: ReadonlySet<string> = new Set([
	"pageview",
	"custom_event",
	"performance",
	"outbound",
	"error",
	"button_click",
	"copy",
	"form_submit",
	"input_change",
	"engagement",
] satisfies EventType[]);

const hexIn = (row: RawRow, name: string): string => textIn(row, name).padStart(16, "0");
const textsIn = (row: RawRow, name: string): Record<string, string> => {
	const texts = objectIn(row, name);
	return Object.fromEntries(Object.keys(texts).map((key) => [key, textIn(texts, key)]));
};

const MEASURES = {
	lcp: "lcp",
	cls: "cls",
	inp: "inp",
	fcp: "fcp",
	ttfb: "ttfb",
	msVisible: "ms_visible",
	scrollDepth: "scroll_depth",
} as const;

const measuresIn = (row: RawRow) =>
	Object.fromEntries(
		Object.entries(MEASURES)
			.map(([field, column]) => [field, numberIn(row, column)] as const)
			.filter(([, value]) => value !== undefined),
	);

const CLAIMS = ["claimed", "verified"] as const;

/** Exports of older versions lack the last three columns. */
const verdictIn = (row: RawRow): { bot: BotVerdict } => {
	const claim = textIn(row, "bot_claim");
	return {
		bot: {
			layers: BOT_LAYERS.filter((layer) => numberIn(row, layer) === 1),
			category: textIn(row, "bot_category"),
			matchedPattern: textIn(row, "matched_ua_pattern"),
			name: textIn(row, "bot_name"),
			operator: textIn(row, "bot_operator"),
			purpose: textIn(row, "bot_purpose"),
			claim: CLAIMS.find((known) => known === claim) ?? "",
			asnProvider: textIn(row, "asn_provider"),
			evidence: listIn(row, "evidence").map((reason) => textIn({ reason }, "reason")),
		},
	};
};

const readEvent = (row: RawRow, isBot: boolean) => {
	const occurredAt = timeOf(row["timestamp"]);
	const visitor = hexIn(row, "user_id");
	const session = isBot ? "" : hexIn(row, "session_id");
	if (occurredAt === undefined) return invalidFor("timestamp is no time");
	if (!HEX.test(visitor)) return invalidFor("user_id is not 16 hex characters");
	if (!isBot && !HEX.test(session)) return invalidFor("session_id is not 16 hex characters");
	const id = textIn(row, "event_id");
	if (id === "") return invalidFor("event_id is missing");
	const type = textIn(row, "type");
	if (!TYPES.has(type)) return invalidFor("type is none that this version knows");
	const ip = textIn(row, "ip");
	const number = (name: string) => numberIn(row, name) ?? 0;
	const event: QueuedEvent = {
		v: 1,
		id,
		site: 0 as SiteNumber,
		receivedAt: occurredAt,
		occurredAt,
		type: type as EventType,
		eventName: textIn(row, "event_name"),
		properties: textIn(row, "properties") || "{}",
		visitor,
		identifiedUser: textIn(row, "identified_user_id"),
		hostname: textIn(row, "hostname"),
		pathname: textIn(row, "pathname"),
		querystring: textIn(row, "querystring"),
		pageTitle: textIn(row, "page_title"),
		referrer: textIn(row, "referrer"),
		channel: textIn(row, "channel"),
		urlParameters: textsIn(row, "url_parameters"),
		tag: textIn(row, "tag"),
		featureFlags: textsIn(row, "feature_flags"),
		browser: textIn(row, "browser"),
		browserVersion: textIn(row, "browser_version"),
		operatingSystem: textIn(row, "operating_system"),
		operatingSystemVersion: textIn(row, "operating_system_version"),
		deviceType: textIn(row, "device_type"),
		language: textIn(row, "language"),
		screenWidth: number("screen_width"),
		screenHeight: number("screen_height"),
		country: textIn(row, "country"),
		region: textIn(row, "region"),
		city: textIn(row, "city"),
		latitude: number("lat"),
		longitude: number("lon"),
		timezone: textIn(row, "timezone"),
		asn: number("asn"),
		asnOrganization: textIn(row, "asn_org"),
		pageId: textIn(row, "page_id"),
		sequence: numberIn(row, "sequence") ?? -1,
		...(ip !== "" && { ip }),
		...measuresIn(row),
		...(isBot && verdictIn(row)),
	};
	return eventIn({ event, session });
};

const readTrait: ReadRow = (row) => {
	const [user, key] = [textIn(row, "user_id"), textIn(row, "key")];
	const at = timeOf(row["written_at"]);
	if (user === "" || key === "" || at === undefined)
		return invalidFor("a trait without user_id, key or written_at");
	return traitIn({ user, key, value: textIn(row, "value"), at });
};

const readDevice: ReadRow = (row) => {
	const [device, user] = [hexIn(row, "device"), textIn(row, "user_id")];
	const at = timeOf(row["linked_at"]);
	if (!HEX.test(device) || at === undefined)
		return invalidFor("a device whose id is not 16 hex characters, or without linked_at");
	return deviceIn({ device, user, at });
};

const readFigure: ReadRow = (row) => {
	const date = textIn(row, "date").slice(0, 10);
	if (Number.isNaN(Date.parse(date))) return invalidFor("a figure whose date is none");
	return figureIn({
		date,
		dimension: textIn(row, "dimension"),
		value: textIn(row, "value"),
		visitors: countIn(row, "visitors"),
		visits: countIn(row, "visits"),
		pageviews: countIn(row, "pageviews"),
		bounces: countIn(row, "bounces"),
		durationSeconds: countIn(row, "duration_seconds"),
		events: countIn(row, "events"),
	});
};

const definition =
	(kind: DefinitionKind): ReadRow =>
	(row) =>
		definitionIn({ kind, content: storableRow(row) });

/** By the kind of line, how it is read; what does not come back is told with why. */
const READERS: Readonly<Record<string, ReadRow>> = {
	event: (row) => readEvent(row, false),
	bot: (row) => readEvent(row, true),
	trait: readTrait,
	device: readDevice,
	figure: readFigure,
	session: () => skippedFor("sessions, which are made of the events again"),
	replay: () => skippedFor("recordings, which are not taken in"),
	export: () => nothingIn,
	...Object.fromEntries(DEFINITION_KINDS.map((kind) => [kind, definition(kind)])),
};

/** A line of this product's own export: `kind` says of what. */
export const readFootfall: ReadRow = (row) => {
	const kind = textIn(row, "kind");
	const read = Object.hasOwn(READERS, kind) ? READERS[kind] : undefined;
	if (read !== undefined) return read(row);
	return invalidFor(
		kind === ""
			? "kind is missing: this is no line of an export"
			: "kind is none that this version knows",
	);
};
