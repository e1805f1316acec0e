import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { MAX_REPLAY_EVENTS } from "@footfall/shared/limits";
import { type ReplayEnvelope, ReplayEnvelope as Schema } from "@footfall/shared/replay-batch";
import type { Refusal } from "../../errors/errors.ts";
import { invalidPayload, NOT_JSON, refusalOf } from "../../errors/refusals.ts";
import { createJsonWalk, NotJsonError } from "./json-walk.ts";

/** `[start, end)` in the body's bytes. */
export interface Span {
	start: number;
	end: number;
}

/** An event of the recorder; the texts of its fields stay in the body. */
export interface ScannedEvent {
	type: Span;
	timestamp: Span;
	/** Absent where the event has none. */
	data: Span | undefined;
	/** The value of `timestamp`: ms by the recorder's clock. */
	at: number;
}

export interface ScannedReplay extends ReplayEnvelope {
	/** In the order of their times. */
	events: ScannedEvent[];
	/** The same for the same body: 16 hex characters. */
	batch: string;
}

/** Bytes that are walked at a time, about a millisecond; other requests are served in between. */
export const STEP_BYTES = 128 * 1024;
/** Errors of a body's events that a refusal lists. */
const MAX_FAULTS = 10;
const MAX_ENVELOPE_BYTES = 64 * 1024;
const MAX_TYPE_BYTES = 100;
const MAX_NUMBER_BYTES = 40;
/** The largest number that a date can be. */
const LATEST = 8.64e15;

const QUOTE = 0x22;
const MINUS = 0x2d;
const OPENING_LIST = 0x5b;
const OPENING_OBJECT = 0x7b;
const FIELDS = ["type", "timestamp", "data"] as const;
type Field = (typeof FIELDS)[number];

const isNumber = (byte: number | undefined) =>
	byte === MINUS || (byte !== undefined && byte >= 0x30 && byte <= 0x39);

const lengthOf = ({ start, end }: Span) => end - start;

/** The text of a key. The relevant ones are short. */
const keyIn = (bytes: Buffer, start: number, end: number): string => {
	if (end - start > MAX_NUMBER_BYTES) return "";
	const quoted = bytes.toString("utf8", start, end);
	return quoted.includes("\\") ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
};

type EventSpans = Partial<Record<Field, Span>>;

const eventOf = (
	bytes: Buffer,
	{ type, timestamp, data }: EventSpans,
): ScannedEvent | { fault: string } => {
	const typeStart = type && bytes[type.start];
	const isType = type !== undefined && (typeStart === QUOTE || isNumber(typeStart));
	if (!isType || lengthOf(type) > MAX_TYPE_BYTES) return { fault: "type must be a number or text" };
	const isTime = timestamp !== undefined && isNumber(bytes[timestamp.start]);
	const at =
		isTime && lengthOf(timestamp) <= MAX_NUMBER_BYTES
			? Number(bytes.toString("latin1", timestamp.start, timestamp.end))
			: Number.NaN;
	if (!isTime || !(Math.abs(at) <= LATEST))
		return { fault: "timestamp must be a number of milliseconds" };
	return { type, timestamp, data, at };
};

/** The fields of the body that are read besides its events. */
const ENVELOPE = ["userId", "metadata"];

const fieldsOf = (bytes: Buffer, spans: ReadonlyMap<string, Span>): unknown => {
	const envelope = ENVELOPE.flatMap((name) => {
		const span = spans.get(name);
		return span === undefined ? [] : [[name, span] as const];
	});
	if (envelope.some(([, span]) => lengthOf(span) > MAX_ENVELOPE_BYTES)) return undefined;
	return Object.fromEntries(
		envelope.map(([name, { start, end }]) => [
			name,
			JSON.parse(bytes.toString("utf8", start, end)),
		]),
	);
};

const walk = async (bytes: Buffer) => {
	const top = new Map<string, Span>();
	const digest = createHash("sha256");
	const faults: string[] = [];
	let events: ScannedEvent[] = [];
	let count = 0;
	let topKey = "";
	let field: string = "";
	let spans: EventSpans = {};

	const endOfEvent = (start: number) => {
		if (count++ >= MAX_REPLAY_EVENTS) return;
		const event =
			bytes[start] === OPENING_OBJECT ? eventOf(bytes, spans) : { fault: "must be an object" };
		spans = {};
		if (!("fault" in event)) events.push(event);
		else if (faults.length < MAX_FAULTS) faults.push(`${count - 1}: ${event.fault}`);
	};

	const { advance } = createJsonWalk(bytes, {
		maxDepth: 3,
		key: (depth, start, end) => {
			const isOfEvent = depth === 3 && topKey === "events" && count < MAX_REPLAY_EVENTS;
			if (isOfEvent) field = keyIn(bytes, start, end);
			if (depth !== 1) return;
			topKey = keyIn(bytes, start, end);
			// The last value of a repeated key counts, as in parsers.
			if (topKey !== "events") return;
			events = [];
			spans = {};
			faults.length = 0;
			count = 0;
		},
		value: (depth, start, end) => {
			const isRead = topKey === "events" || ENVELOPE.includes(topKey);
			if (depth === 1 && isRead) top.set(topKey, { start, end });
			else if (depth === 2 && topKey === "events") endOfEvent(start);
			else if (depth === 3 && topKey === "events" && FIELDS.includes(field as Field))
				spans[field as Field] = { start, end };
		},
	});
	for (let from = 0; ; from += STEP_BYTES) {
		digest.update(bytes.subarray(from, from + STEP_BYTES));
		if (!advance(from + STEP_BYTES)) break;
		await setImmediate();
	}
	return { top, faults, events, count, batch: digest.digest("hex").slice(0, 16) };
};

/** Parses a recorder's body without blocking the event loop. Resolves to a refusal if the body is invalid. */
export const scanReplay = async (bytes: Buffer): Promise<ScannedReplay | { refused: Refusal }> => {
	let walked: Awaited<ReturnType<typeof walk>>;
	try {
		walked = await walk(bytes);
	} catch (error) {
		if (error instanceof NotJsonError) return { refused: NOT_JSON };
		throw error;
	}
	const { top, faults, events, count, batch } = walked;
	if (bytes[bytes.findIndex((byte) => byte > 0x20)] !== OPENING_OBJECT)
		return { refused: invalidPayload(["The body must be an object"]) };
	const envelope = Schema.safeParse(fieldsOf(bytes, top));
	if (!envelope.success) return { refused: refusalOf(envelope.error) };
	const list = top.get("events");
	if (list === undefined || bytes[list.start] !== OPENING_LIST)
		return { refused: invalidPayload([], { events: ["must be a list of events"] }) };
	if (count > MAX_REPLAY_EVENTS)
		return { refused: invalidPayload([], { events: [`must be at most ${MAX_REPLAY_EVENTS}`] }) };
	if (faults.length > 0) return { refused: invalidPayload([], { events: faults }) };
	return { ...envelope.data, events: events.sort((one, other) => one.at - other.at), batch };
};
