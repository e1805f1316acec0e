import {
	asyncBufferFromFile,
	type FileMetaData,
	parquetMetadataAsync,
	parquetReadObjects,
} from "hyparquet";
import type { RowsChunk } from "./read-rows.ts";

/** Rows read at once, because a row group can be as large as the file. */
const PORTION_ROWS = 5000;

const countOf = ({ row_groups: groups }: FileMetaData): number =>
	groups.reduce((sum, { num_rows: rows }) => sum + Number(rows), 0);

/** 64-bit numbers as in an export's JSON. */
const plain = (row: Record<string, unknown>): Record<string, unknown> => {
	for (const [name, value] of Object.entries(row))
		if (typeof value === "bigint") row[name] = Number(value);
	return row;
};

/** Reads a Parquet file's rows, some thousand at a time. */
export const readParquetRows = async function* (path: string): AsyncIterable<RowsChunk> {
	const file = await asyncBufferFromFile(path);
	const metadata = await parquetMetadataAsync(file);
	const count = countOf(metadata);
	for (let rowStart = 0; rowStart < count; rowStart += PORTION_ROWS) {
		const rowEnd = Math.min(count, rowStart + PORTION_ROWS);
		const rows = await parquetReadObjects({ file, metadata, rowStart, rowEnd });
		yield { rows: rows.map(plain), bytesRead: Math.round((file.byteLength * rowEnd) / count) };
	}
};
