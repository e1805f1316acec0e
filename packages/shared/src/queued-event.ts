import type { ClientEvent, ClientEventType } from "./event.ts";
import { type EVENT_FIELDS, eventFields } from "./event-fields.ts";
import type { SiteNumber } from "./ids.ts";

interface ValueOfKind {
	text: string;
	nullableText: string;
	eventType: ClientEventType;
	json: string;
	texts: Record<string, string>;
	site: SiteNumber;
	hexId: string;
	instant: number;
	number: number;
	integer: number;
	measure: number;
	decimal: string;
}

type Fields = typeof EVENT_FIELDS;
type RequiredFields = {
	-readonly [Name in keyof Fields as Fields[Name] extends { isOptional: true }
		? never
		: Name]: ValueOfKind[Fields[Name]["kind"]];
};
type OptionalFields = {
	-readonly [Name in keyof Fields as Fields[Name] extends { isOptional: true }
		? Name
		: never]?: ValueOfKind[Fields[Name]["kind"]];
};

/**
 * One event as the gateway appends it and the loader reads it, with everything the gateway knows about it. Texts are
 * never null: an unknown text is "" and an unknown number 0.
 */
export interface QueuedEvent extends RequiredFields, OptionalFields {
	/** Raised when an older loader could misread the record. */
	v: 1;
	/** Present on a bot's request: it becomes a bot record and makes no session. */
	bot?: BotVerdict;
	/** The step of a trace that the loader continues; not stored. */
	traceparent?: string;
}

export const BOT_LAYERS = [
	"ua_pattern",
	"header_heuristics",
	"client_signals",
	"bot_asn",
	"rate_anomaly",
] as const;
export type BotLayer = (typeof BOT_LAYERS)[number];

/** Which layers attributed the request to a bot, and what is known about it. */
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
	/** The operator of the machine network that it came from, "" if none is known. */
	asnProvider?: string;
	/** Why each of `layers` hit, in the same order. */
	evidence?: string[];
}

/** A record is a JSON array of values by position, absent ones null or omitted at the end: half an object's bytes. */
export const POSITIONS: readonly (keyof QueuedEvent)[] = (() => {
	const positions: (keyof QueuedEvent)[] = [];
	// These are not fields of a stored event.
	positions[0] = "v";
	positions[46] = "bot";
	positions[49] = "traceparent";
	for (const { at, name } of eventFields) positions[at] = name;
	return positions;
})();
const REQUIRED = eventFields.filter(({ isOptional }) => !isOptional).length + 1;
const required = POSITIONS.slice(0, REQUIRED);
const optional = POSITIONS.slice(REQUIRED);

/**
 * A function that reads fields of an event into a list. It is compiled, because reading them by computed names takes as
 * long as writing the JSON.
 */
export const createValuesReader = (names: readonly (keyof QueuedEvent)[]) =>
	new Function("event", `return [${names.map((name) => `event.${name}`).join()}]`) as (
		event: QueuedEvent,
	) => unknown[];

const requiredValues = createValuesReader(required);
/** Compiled as well: an object that grows by computed names takes five times as long to create and to read. */
const fromRequiredValues = new Function(
	"values",
	`return { ${required.map((name, at) => `${name}: values[${at}]`).join()} }`,
) as (values: unknown[]) => Record<string, unknown>;

/** A record as text, for callers that inspect it before they encode it. */
export const textOfQueuedEvent = (event: QueuedEvent): string => {
	const values = requiredValues(event);
	let last = optional.length - 1;
	while (last >= 0 && event[optional[last] as keyof QueuedEvent] === undefined) last--;
	// Most events have none of them, and a growing list is allocated twice.
	if (last >= 0) for (const name of optional.slice(0, last + 1)) values.push(event[name]);
	return JSON.stringify(values);
};

export const encodeQueuedEvent = (event: QueuedEvent): Buffer =>
	Buffer.from(textOfQueuedEvent(event));

/** @throws SyntaxError or TypeError for bytes that are not a queued event of this version. */
export const decodeQueuedEvent = (bytes: Uint8Array): QueuedEvent => {
	const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
	const values: unknown = JSON.parse(text);
	if (!Array.isArray(values) || values[0] !== 1 || values.length < REQUIRED)
		throw new TypeError("Not a queued event of version 1");
	const event = fromRequiredValues(values);
	for (let at = REQUIRED; at < values.length; at++) {
		const name = POSITIONS[at];
		if (name !== undefined && values[at] !== null) event[name] = values[at];
	}
	return event as unknown as QueuedEvent;
};

const optionalTexts = eventFields.filter(
	({ isOptional, maxLength }) => isOptional && maxLength !== undefined,
);

/** Copies the texts that only some clients send, such as an app's version. */
export const copyOptionalTexts = (from: ClientEvent, to: QueuedEvent): void => {
	for (const { name, column } of optionalTexts) {
		const text = from[column as keyof ClientEvent];
		if (text) to[name as "appVersion"] = text as string;
	}
};
