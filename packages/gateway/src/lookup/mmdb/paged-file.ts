import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const PAGE_BYTES = 4096;
/** Pages overlap, so that a short read never has to be assembled from two of them. */
const OVERLAP_BYTES = 32;
const SLOT_BYTES = PAGE_BYTES + OVERLAP_BYTES;
/** 8 MB per file: holds the upper levels of a search tree and the records of frequent addresses. */
const MAX_PAGES = 2048;

/** A file read in pages through a small cache: 130 MB of geo data cost 17 MB of memory that way. */
export interface PagedFile {
	bytes: number;
	/** Calls `use` with a buffer and the offset in it of the bytes from `at`; `length` are valid until `use` returns. */
	at<Result>(at: number, length: number, use: (buffer: Buffer, start: number) => Result): Result;
	close(): void;
}

/** @throws when the file cannot be opened */
export const openPagedFile = (path: string): PagedFile => {
	const file = openSync(path, "r");
	const { size } = fstatSync(file);
	const slots = Math.min(MAX_PAGES, Math.ceil(size / PAGE_BYTES));
	// Allocated once: pages that come and go would fragment the heap.
	const arena = Buffer.alloc(slots * SLOT_BYTES);
	const slotOf = new Map<number, number>();
	const pageIn = new Int32Array(slots).fill(-1);
	const wasUsed = new Uint8Array(slots);
	let hand = 0;

	/** The next slot that was not used since the clock hand last passed it. */
	const freeSlot = (): number => {
		while (wasUsed[hand] === 1) {
			wasUsed[hand] = 0;
			hand = (hand + 1) % slots;
		}
		const slot = hand;
		hand = (hand + 1) % slots;
		slotOf.delete(pageIn[slot] ?? -1);
		return slot;
	};

	const load = (page: number): number => {
		const slot = freeSlot();
		readSync(file, arena, slot * SLOT_BYTES, SLOT_BYTES, page * PAGE_BYTES);
		pageIn[slot] = page;
		slotOf.set(page, slot);
		return slot;
	};

	return {
		bytes: size,
		at: (at, length, use) => {
			if (at < 0 || at + length > size)
				throw new RangeError(`Bytes ${at} to ${at + length} are outside ${path}`);
			const page = Math.floor(at / PAGE_BYTES);
			const offset = at - page * PAGE_BYTES;
			if (offset + length <= SLOT_BYTES) {
				const slot = slotOf.get(page) ?? load(page);
				wasUsed[slot] = 1;
				return use(arena, slot * SLOT_BYTES + offset);
			}
			const whole = Buffer.allocUnsafe(length);
			readSync(file, whole, 0, length, at);
			return use(whole, 0);
		},
		close: () => closeSync(file),
	};
};
