export { readParquetRows } from "./files/read-parquet-rows.ts";
export { type RowsChunk, readRows } from "./files/read-rows.ts";
export { UnreadableFileError } from "./files/unreadable-file-error.ts";
export { openZipContent } from "./files/zip-entries.ts";
export type { GoogleWait } from "./google/google-answer.ts";
export { GOOGLE_ADDRESSES, type GoogleAddresses } from "./google/google-api.ts";
export { GoogleFault } from "./google/google-fault.ts";
export {
	type DayRange,
	type GoogleSource,
	type GoogleUnit,
	positionIn,
} from "./google/google-source.ts";
export {
	GOOGLE_PLATFORMS,
	type GooglePlatform,
	type GoogleRequest,
	type GoogleSurroundings,
	openGoogleSource,
	propertyOf,
} from "./google/open-google-source.ts";
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
