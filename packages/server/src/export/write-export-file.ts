import type { Column } from "@footfall/reports/export/columns";
import { eventFields } from "@footfall/shared/event-fields";
import { writeWholeFile } from "./write-whole-file.ts";

export const EXPORT_FORMATS = ["jsonl", "parquet"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A row as in the export's line. */
export type ExportRow = Readonly<Record<string, unknown>>;

/** Columns that are mostly null, so that possibly no row shows that they are numeric. */
const MEASURES = new Set(
	eventFields.filter(({ kind }) => kind === "measure").map(({ column }) => column),
);

const kindOf = (name: string, value: unknown): Column["kind"] => {
	if (typeof value === "number" || MEASURES.has(name)) return "number";
	if (typeof value === "boolean") return "boolean";
	return typeof value === "object" && value !== null ? "json" : "text";
};

const columnsOf = (row: ExportRow): Column[] =>
	Object.entries(row).map(([name, value]) => ({
		name,
		kind: kindOf(name, value),
		isOptional: true,
	}));

const linePieces = async function* (pages: AsyncIterable<ExportRow[]>): AsyncIterable<string> {
	for await (const rows of pages) yield rows.map((row) => `${JSON.stringify(row)}\n`).join("");
};

const startingWith = async function* (
	first: ExportRow[],
	rest: AsyncIterator<ExportRow[]>,
): AsyncGenerator<ExportRow[]> {
	let page: ExportRow[] | undefined = first;
	while (page !== undefined) {
		yield page;
		const next: IteratorResult<ExportRow[]> = await rest.next();
		page = next.done ? undefined : next.value;
	}
};

/** The columns are those of the first row: all rows of one kind in an export share them. */
const parquetOf = async function* (pages: AsyncIterable<ExportRow[]>): AsyncIterable<Uint8Array> {
	const { parquetPieces } = await import("@footfall/reports/export/parquet");
	const iterator = pages[Symbol.asyncIterator]();
	const first = await iterator.next();
	if (first.done) return;
	yield* parquetPieces(columnsOf(first.value[0] ?? {}), startingWith(first.value, iterator));
};

/** Writes rows to a new file, page by page, so that memory stays flat */
export const writeExportFile = (
	path: string,
	format: ExportFormat,
	pages: AsyncIterable<ExportRow[]>,
): Promise<void> =>
	writeWholeFile(path, format === "parquet" ? parquetOf(pages) : linePieces(pages));
