import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readSync } from "node:fs";

/** Where LMDB keeps what, in each of the two meta pages at the beginning of its file. */
const MAGIC_AT = 24;
const MAGIC = 0xbeefc0de;
const PAGE_SIZE_AT = 48;
const LAST_PAGE_AT = 144;
const META_BYTES = 160;

/** The size that a meta page says the file has at least, 0 where there is no such page. */
const sizeBy = (descriptor: number, position: number): { pageBytes: number; fileBytes: number } => {
	const meta = Buffer.alloc(META_BYTES);
	const read = readSync(descriptor, meta, 0, META_BYTES, position);
	if (read < META_BYTES || meta.readUInt32LE(MAGIC_AT) !== MAGIC)
		return { pageBytes: 0, fileBytes: 0 };
	const pageBytes = meta.readUInt32LE(PAGE_SIZE_AT);
	return { pageBytes, fileBytes: (Number(meta.readBigUInt64LE(LAST_PAGE_AT)) + 1) * pageBytes };
};

/**
 * Gives a file whose end was cut off its length back, as zeros; resolves to how many bytes were missing. LMDB reads through
 * a memory map, where a missing page ends the process; a page of zeros is a block that fails its checksum.
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
