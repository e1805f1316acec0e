import { MAX_REPLAY_CHUNK_BYTES } from "@footfall/shared/limits";
import type { ScannedEvent, Span } from "./replay-scan.ts";

/** Some of a batch's events, as JSON texts one behind the other; or one part of a single large one. */
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

/** The event's text with the fields that a player reads, in pieces of the body. */
const piecesOf = (bytes: Buffer, { type, timestamp, data }: ScannedEvent): Buffer[] => {
	const at = ({ start, end }: Span) => bytes.subarray(start, end);
	return [
		BEFORE_TYPE,
		at(type),
		BEFORE_TIMESTAMP,
		at(timestamp),
		BEFORE_DATA,
		data === undefined ? NO_DATA : at(data),
		END,
	];
};

const sizeOf = (pieces: readonly Buffer[]) => pieces.reduce((sum, { length }) => sum + length, 0);

/** Where to cut, at most so far, without cutting through a character of UTF-8. */
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

/** Cuts a batch's events into chunks that the queue takes, one at a time. The same batch is always cut the same way. */
export const replayChunks = function* (
	bytes: Buffer,
	events: readonly ScannedEvent[],
	maxBytes: number = MAX_REPLAY_CHUNK_BYTES,
): Generator<ReplayChunk> {
	let pieces: Buffer[] = [];
	let size = 0;
	let times: number[] = [];
	let lengths: number[] = [];

	const collected = function* (): Generator<ReplayChunk> {
		if (times.length > 0)
			yield { text: Buffer.concat(pieces, size), times, lengths, part: 0, parts: 1 };
		pieces = [];
		size = 0;
		times = [];
		lengths = [];
	};

	for (const event of events) {
		const own = piecesOf(bytes, event);
		const length = sizeOf(own);
		if (size + length > maxBytes) yield* collected();
		if (length > maxBytes) {
			const parts = partsOf(Buffer.concat(own, length), maxBytes);
			for (const [part, text] of parts.entries())
				yield {
					text,
					times: [timeOf(event)],
					lengths: [text.length],
					part,
					parts: parts.length,
				};
			continue;
		}
		pieces.push(...own);
		size += length;
		times.push(timeOf(event));
		lengths.push(length);
	}
	yield* collected();
};
