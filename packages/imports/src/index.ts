export { readParquetRows } from "./files/read-parquet-rows.ts";
export { type RowsChunk, readRows } from "./files/read-rows.ts";
export { UnreadableFileError } from "./files/unreadable-file-error.ts";
export { openZipContent } from "./files/zip-entries.ts";
export { PLAIN_FIELDS, PlainMapping } from "./platforms/plain.ts";
export { plainColumnFault } from "./platforms/plain-columns.ts";
export { PLATFORMS, type PlatformName, readerOf } from "./platforms/platforms.ts";
export {
	type AllowedRange,
	MAX_NAMED_ROWS,
	type Placed,
	type ReadBatch,
	readBatch,
} from "./read-batch.ts";
export type { RawRow, Reading, ReadRow } from "./row/reading.ts";
