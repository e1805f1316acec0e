import type { Column, Row } from "./columns.ts";
import { csvPieces } from "./csv.ts";
import { jsonPieces } from "./json.ts";
import { parquetPieces } from "./parquet.ts";

interface Format {
	type: string;
	pieces(
		columns: readonly Column[],
		pages: AsyncIterable<readonly Row[]>,
	): AsyncIterable<string | Uint8Array>;
}

/** The formats of exports, by name, which is also the file's extension. */
export const FORMATS = {
	csv: { type: "text/csv; charset=utf-8; header=present", pieces: csvPieces },
	json: { type: "application/json; charset=utf-8", pieces: jsonPieces },
	parquet: { type: "application/vnd.apache.parquet", pieces: parquetPieces },
} as const satisfies Record<string, Format>;
export const FORMAT_NAMES = Object.keys(FORMATS) as (keyof typeof FORMATS)[];
