import { type RowsChunk, rowsOfFile } from "./read-file.ts";

/** Small enough to show progress, and far below the API's limit. */
const MAX_ROWS = 2000;
const MAX_CHARACTERS = 4 * 1024 * 1024;

/** Rows that are sent together. */
export interface UploadBatch {
	rows: unknown[];
	/** How many bytes of all files have been read up to its last row. */
	bytesRead: number;
}

/**
 * Cuts rows into batches: the same files always give the same batches, however their text arrived. The API recognizes a
 * repeated batch by its content.
 */
export const batchesOf = async function* (
	chunks: AsyncIterable<RowsChunk>,
): AsyncGenerator<UploadBatch> {
	let rows: unknown[] = [];
	let characters = 0;
	let last = 0;
	for await (const chunk of chunks) {
		last = chunk.bytesRead;
		for (const row of chunk.rows) {
			const length = JSON.stringify(row).length;
			if (rows.length === MAX_ROWS || (rows.length > 0 && characters + length > MAX_CHARACTERS)) {
				yield { rows, bytesRead: last };
				rows = [];
				characters = 0;
			}
			rows.push(row);
			characters += length;
		}
	}
	if (rows.length > 0) yield { rows, bytesRead: last };
};

/**
 * The rows of several files, one file after the other.
 * @param onSkipped gets the names of files in archives that contain no data
 */
export const chunksOfFiles = async function* (
	files: readonly File[],
	onSkipped?: (name: string) => void,
): AsyncGenerator<RowsChunk> {
	let before = 0;
	for (const file of files) {
		for await (const { rows, bytesRead } of rowsOfFile(file, onSkipped))
			yield { rows, bytesRead: before + bytesRead };
		before += file.size;
	}
};
