import { readBlock } from "../driver/block.ts";
import type { QueueRecord } from "../driver/queue.ts";
import type { Environment } from "./environment.ts";

/** The records of one batch, and their position. */
export interface LogSlice {
	records: QueueRecord[];
	damaged: { offset: number; reason: string }[];
	/** The first offset after it. */
	next: number;
	/** Keys of its blocks. */
	blocks: number[];
}

/** A slice ends at this many bytes, because it is in memory as a whole. */
const MAX_SLICE_BYTES = 32 * 1024 * 1024;

/** Reads at most `maxRecords` from an offset on; bytes that fail their checksum are listed instead. */
export const readSlice = (environment: Environment, from: number, maxRecords: number): LogSlice => {
	const slice: LogSlice = { records: [], damaged: [], next: from, blocks: [] };
	let bytesRead = 0;
	const room = () =>
		bytesRead < MAX_SLICE_BYTES ? maxRecords - slice.records.length - slice.damaged.length : 0;
	/** Offsets have no gaps: missing ones belong to a block with a lost key. */
	const missing = (end: number) => {
		for (; slice.next < end; slice.next++)
			slice.damaged.push({ offset: slice.next, reason: "its block is missing" });
	};
	// Read before the blocks, so that none appended meanwhile by another process is missed.
	const tail = environment.position("tail");
	for (const last of environment.blocks.getKeys({ start: from })) {
		if (room() <= 0) break;
		slice.blocks.push(last);
		const bytes = environment.blocks.getBinary(last);
		const block = bytes && readBlock(bytes);
		if (block === undefined) {
			for (let offset = slice.next; offset <= last; offset++)
				slice.damaged.push({ offset, reason: "its block cannot be read" });
			slice.next = last + 1;
			continue;
		}
		const first = last - block.count + 1;
		missing(first);
		for (let offset = Math.max(slice.next, first); offset <= last && room() > 0; offset++) {
			const value = block.record(offset - first);
			if (value) slice.records.push({ offset, value });
			else slice.damaged.push({ offset, reason: "its bytes fail their checksum" });
			bytesRead += value?.length ?? 0;
			slice.next = offset + 1;
		}
	}
	if (room() > 0) missing(tail);
	return slice;
};
