import { readBlock } from "../driver/block.ts";
import type { QueueRecord } from "../driver/queue.ts";
import type { Environment } from "./environment.ts";

/** The records of one batch, and where they lie. */
export interface LogSlice {
	records: QueueRecord[];
	damaged: { offset: number; reason: string }[];
	/** The first offset behind it. */
	next: number;
	/** Keys of the blocks it touches. */
	blocks: number[];
}

/** Records may be large, and a whole slice is in memory: it ends once it has this many bytes. */
const MAX_SLICE_BYTES = 32 * 1024 * 1024;

/** Reads from an offset on, at most `maxRecords`; bytes that fail their checksum are named instead. */
export const readSlice = (environment: Environment, from: number, maxRecords: number): LogSlice => {
	const slice: LogSlice = { records: [], damaged: [], next: from, blocks: [] };
	let bytesRead = 0;
	const room = () =>
		bytesRead < MAX_SLICE_BYTES ? maxRecords - slice.records.length - slice.damaged.length : 0;
	/** Offsets have no gaps: those between the blocks were in one whose key is lost. */
	const missing = (end: number) => {
		for (; slice.next < end; slice.next++)
			slice.damaged.push({ offset: slice.next, reason: "its block is missing" });
	};
	// Before the blocks, so that none is missed that another process appends meanwhile.
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
