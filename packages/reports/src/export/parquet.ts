import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { type Column, type Row, valueIn } from "./columns.ts";

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]["schema"][number];

const TYPES: Readonly<Record<Column["kind"], Partial<SchemaElement>>> = {
	text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
	json: { type: "BYTE_ARRAY", converted_type: "UTF8" },
	integer: { type: "INT64" },
	number: { type: "DOUBLE" },
	boolean: { type: "BOOLEAN" },
	time: {
		type: "INT64",
		logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
	},
};

const schemaOf = (columns: readonly Column[]): SchemaElement[] => [
	{ name: "root", num_children: columns.length },
	...columns.map(
		({ name, kind }): SchemaElement => ({
			name,
			repetition_type: "OPTIONAL",
			...TYPES[kind],
		}),
	),
];

const cellOf = (value: unknown, kind: Column["kind"]): unknown => {
	if (value === undefined || value === null) return undefined;
	if (kind === "integer") return BigInt(value as number);
	if (kind === "time") return new Date(value as number);
	return kind === "json" ? JSON.stringify(value) : value;
};

/** A table as Parquet, compressed by Snappy, a row group for each page. */
export const parquetPieces = async function* (
	columns: readonly Column[],
	pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
	const writer = new ByteWriter();
	/** Returns the bytes written since the last call; the writer keeps its offset in the file. */
	const written = (): Uint8Array => {
		const bytes = writer.getBytes().slice();
		writer.index = 0;
		return bytes;
	};
	const file = new ParquetWriter({ writer, schema: schemaOf(columns), createdBy: "footfall" });
	for await (const rows of pages) {
		if (rows.length === 0) continue;
		await file.write({
			columnData: columns.map((column) => ({
				name: column.name,
				data: rows.map((row) => cellOf(valueIn(row, column), column.kind)),
			})),
			rowGroupSize: rows.length,
		});
		yield written();
	}
	await file.finish();
	yield written();
};
