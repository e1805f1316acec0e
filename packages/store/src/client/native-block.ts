import { createNativeBuffer } from "./native-buffer.ts";
import { nativeColumn } from "./native-columns.ts";

/** Large enough for most rows, so that the bytes are seldom copied. */
const BYTES_PER_ROW = 700;

/**
 * Rows as one block of the engine's own columnar format, which it need not parse.
 * @param types the table's types by column
 * @returns `undefined` where a cell must be converted, such as a date in words: text is read more liberally.
 */
export const nativeBlock = (
	columns: readonly string[],
	types: ReadonlyMap<string, string>,
	rows: readonly (readonly unknown[])[],
): Buffer | undefined => {
	const out = createNativeBuffer(rows.length * BYTES_PER_ROW + 4096);
	out.varint(columns.length);
	out.varint(rows.length);
	for (const [at, name] of columns.entries()) {
		const column = nativeColumn(types.get(name) ?? "");
		if (column === undefined) return undefined;
		out.text(name);
		out.text(column.type);
		const cells = rows.map((row) => row[at]);
		if (!column.write(out, cells)) return undefined;
	}
	return out.bytes();
};
