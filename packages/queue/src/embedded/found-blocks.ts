import { readSync } from "node:fs";
import {
	type Block,
	FOOTER_MAGIC,
	FOOTER_MAGIC_AT,
	HEADER_MAGIC,
	readBlock,
	spanOf,
} from "../driver/block.ts";

/** A file is searched in steps of this size; a block may extend this far beyond a step. */
const STEP_BYTES = 64 * 1024 * 1024;
const REACH_BYTES = 16 * 1024 * 1024;

/** A block found in a file. */
export interface FoundBlock {
	position: number;
	bytes: Buffer;
	block: Block;
}

const magicOf = (value: number) => {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32LE(value);
	return bytes;
};

/** Positions of a magic number within the first `end` bytes. */
function* placesOf(magic: number, bytes: Buffer, end: number): Generator<number> {
	const wanted = magicOf(magic);
	for (let at = bytes.indexOf(wanted); at >= 0 && at < end; at = bytes.indexOf(wanted, at + 1))
		yield at;
}

/** Blocks that start within the first `end` bytes, found by header and by footer, as either may be damaged. */
const blocksIn = (bytes: Buffer, end: number): Map<number, number> => {
	const spans = new Map<number, number>();
	for (const at of placesOf(FOOTER_MAGIC, bytes, bytes.length)) {
		const span = spanOf(bytes, { footer: at - FOOTER_MAGIC_AT });
		if (span && span.start < end) spans.set(span.start, span.end);
	}
	for (const at of placesOf(HEADER_MAGIC, bytes, end)) {
		const span = spans.has(at) ? undefined : spanOf(bytes, { header: at });
		if (span) spans.set(span.start, span.end);
	}
	return spans;
};

/** Every block of a file with valid checksums, in file order; other bytes are skipped. */
export function* foundBlocks(descriptor: number, size: number): Generator<FoundBlock> {
	const window = Buffer.alloc(Math.min(size, STEP_BYTES + REACH_BYTES));
	for (let from = 0; from < size; from += STEP_BYTES) {
		const read = readSync(descriptor, window, 0, window.length, from);
		const bytes = window.subarray(0, read);
		const spans = [...blocksIn(bytes, STEP_BYTES)].sort(([one], [other]) => one - other);
		for (const [start, end] of spans) {
			const found = Buffer.from(bytes.subarray(start, end));
			const block = readBlock(found);
			if (block) yield { position: from + start, bytes: found, block };
		}
	}
}
