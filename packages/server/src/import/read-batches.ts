import { type RawRow, type RowsChunk, readParquetRows, readRows } from "@footfall/imports";
import type { ImportFile } from "./import-files.ts";

/** Rows of one request: large enough to be cheap, small enough to be answered in a fraction of a second. */
const BATCH_ROWS = 10_000;

/** Consecutive rows, from one file or more. */
export interface RowBatch {
	/** The first row's number among the rows of all files. */
	firstRow: number;
	rows: (RawRow | undefined)[];
	/** Bytes read so far, of all files together. */
	bytesRead: number;
}

/** Reads a file's rows, by its name. */
export const rowsOfFile = (path: string): AsyncIterable<RowsChunk> =>
	path.endsWith(".parquet") ? readParquetRows(path) : readRows(path);

/** All rows of these files, split into the same batches each time. */
export const readBatches = async function* (files: readonly ImportFile[]): AsyncIterable<RowBatch> {
	let firstRow = 0;
	let pending: (RawRow | undefined)[] = [];
	let bytesBefore = 0;
	for (const { path, bytes } of files) {
		for await (const { rows, bytesRead } of rowsOfFile(path)) {
			pending = pending.length === 0 ? rows : pending.concat(rows);
			let from = 0;
			for (; pending.length - from >= BATCH_ROWS; from += BATCH_ROWS) {
				const batch = pending.slice(from, from + BATCH_ROWS);
				yield { firstRow, rows: batch, bytesRead: bytesBefore + bytesRead };
				firstRow += BATCH_ROWS;
			}
			if (from > 0) pending = pending.slice(from);
		}
		bytesBefore += bytes;
	}
	if (pending.length > 0) yield { firstRow, rows: pending, bytesRead: bytesBefore };
};
