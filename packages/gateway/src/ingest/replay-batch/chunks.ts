import { MAX_REPLAY_CHUNK_BYTES } from "@footfall/shared/limits";
import type { ScannedEvent, Span } from "./scan.ts";

/** Some of a batch's events as concatenated JSON texts; or one part of a single large one. */
export interface ReplayChunk {
	text: Buffer;
	times: number[];
	lengths: number[];
	part: number;
	parts: number;
}

const BEFORE_TYPE = Buffer.from('{"type":');
const BEFORE_TIMESTAMP = Buffer.from(',"timestamp":');
const BEFORE_DATA = Buffer.from(',"data":');
const NO_DATA = Buffer.from("null");
const END = Buffer.from("}");

const lengthOf = (span: Span | undefined, absent = 0) => (span ? span.end - span.start : absent);

const FIXED_BYTES = BEFORE_TYPE.length + BEFORE_TIMESTAMP.length + BEFORE_DATA.length + END.length;

const sizeOf = ({ type, timestamp, data }: ScannedEvent) =>
	FIXED_BYTES + lengthOf(type) + lengthOf(timestamp) + lengthOf(data, NO_DATA.length);

/** Writes the event's text, with the fields that a player reads; returns where it ends. */
const write = (
	target: Buffer,
	from: number,
	bytes: Buffer,
	{ type, timestamp, data }: ScannedEvent,
): number => {
	let at = from;
	const add = (source: Buffer, start: number, end: number) => {
		at += source.copy(target, at, start, end);
	};
	add(BEFORE_TYPE, 0, BEFORE_TYPE.length);
	add(bytes, type.start, type.end);
	add(BEFORE_TIMESTAMP, 0, BEFORE_TIMESTAMP.length);
	add(bytes, timestamp.start, timestamp.end);
	add(BEFORE_DATA, 0, BEFORE_DATA.length);
	if (data === undefined) add(NO_DATA, 0, NO_DATA.length);
	else add(bytes, data.start, data.end);
	add(END, 0, END.length);
	return at;
};

const textOf = (bytes: Buffer, events: readonly ScannedEvent[], size: number): Buffer => {
	const text = Buffer.allocUnsafe(size);
	let end = 0;
	for (const event of events) end = write(text, end, bytes, event);
	return text;
};

/** Where to cut, at or before this offset, without splitting a UTF-8 character. */
const cutAt = (text: Buffer, most: number): number => {
	if (most >= text.length) return text.length;
	let cut = most;
	while (cut > 0 && ((text[cut] ?? 0) & 0xc0) === 0x80) cut--;
	return cut;
};

const partsOf = (text: Buffer, maxBytes: number): Buffer[] => {
	const parts: Buffer[] = [];
	for (let from = 0; from < text.length; ) {
		const end = cutAt(text, from + maxBytes);
		parts.push(text.subarray(from, end));
		from = end;
	}
	return parts;
};

const timeOf = ({ at }: ScannedEvent) => Math.trunc(at);

/** Cuts a batch's events into chunks that the queue accepts, one at a time; always the same way for the same batch. */
export const replayChunks = function* (
	bytes: Buffer,
	events: readonly ScannedEvent[],
	maxBytes: number = MAX_REPLAY_CHUNK_BYTES,
): Generator<ReplayChunk> {
	let collected: ScannedEvent[] = [];
	let size = 0;

	const collect = function* (): Generator<ReplayChunk> {
		if (collected.length > 0)
			yield {
				text: textOf(bytes, collected, size),
				times: collected.map(timeOf),
				lengths: collected.map(sizeOf),
				part: 0,
				parts: 1,
			};
		collected = [];
		size = 0;
	};

	for (const event of events) {
		const length = sizeOf(event);
		if (size + length > maxBytes) yield* collect();
		if (length <= maxBytes) {
			collected.push(event);
			size += length;
			continue;
		}
		const parts = partsOf(textOf(bytes, [event], length), maxBytes);
		for (const [part, text] of parts.entries())
			yield {
				text,
				times: [timeOf(event)],
				lengths: [text.length],
				part,
				parts: parts.length,
			};
	}
	yield* collect();
};
