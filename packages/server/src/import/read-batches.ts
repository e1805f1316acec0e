import { type RawRow, type RowsChunk, readParquetRows, readRows } from "@footfall/imports";
import type { ImportFile } from "./import-files.ts";

/** Rows of one request: large enough to be cheap, small enough to be answered in a fraction of a second. */
const BATCH_ROWS = 10_000;

/** Rows that follow each other, from one file or from two. */
export interface RowBatch {
	/** Its number among the rows of all files. */
	firstRow: number;
	rows: (RawRow | undefined)[];
	/** Read so far, of all files together. */
	bytesRead: number;
}

/** The rows of a file, by its name. */
export const rowsOfFile = (path: string): AsyncIterable<RowsChunk> =>
	path.endsWith(".parquet") ? readParquetRows(path) : readRows(path);

/** All rows of some files, cut into the same batches each time. */
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
