import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readSync } from "node:fs";

/** Layout of the two meta pages at the start of LMDB's file. */
const MAGIC_AT = 24;
const MAGIC = 0xbeefc0de;
const PAGE_SIZE_AT = 48;
const LAST_PAGE_AT = 144;
const META_BYTES = 160;

/** Minimum size of the file according to a meta page, 0 without one. */
const sizeBy = (descriptor: number, position: number): { pageBytes: number; fileBytes: number } => {
	const meta = Buffer.alloc(META_BYTES);
	const read = readSync(descriptor, meta, 0, META_BYTES, position);
	if (read < META_BYTES || meta.readUInt32LE(MAGIC_AT) !== MAGIC)
		return { pageBytes: 0, fileBytes: 0 };
	const pageBytes = meta.readUInt32LE(PAGE_SIZE_AT);
	return { pageBytes, fileBytes: (Number(meta.readBigUInt64LE(LAST_PAGE_AT)) + 1) * pageBytes };
};

/**
 * Pads a truncated file with zeros to its former length; resolves to the number of missing bytes. LMDB reads through a
 * memory map, where a missing page ends the process; a page of zeros only fails a checksum.
 */
export const mendFile = (path: string): number => {
	if (!existsSync(path)) return 0;
	const descriptor = openSync(path, "r+");
	try {
		const { size } = fstatSync(descriptor);
		const first = sizeBy(descriptor, 0);
		const second = sizeBy(descriptor, first.pageBytes);
		const missing = Math.max(first.fileBytes, second.fileBytes) - size;
		if (size === 0 || missing <= 0) return 0;
		ftruncateSync(descriptor, size + missing);
		return missing;
	} finally {
		closeSync(descriptor);
	}
};
