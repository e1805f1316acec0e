import { shownAddressOf } from "../query/address-forms.ts";
import { type Column, type Row, valueIn } from "./columns.ts";

/** Addresses of neighbouring rows are mostly the same. */
const MOST_KEPT = 1000;

/** The same function, with its results for the last texts cached. */
const withLastResults = (change: (text: string) => string): ((text: string) => string) => {
	const kept = new Map<string, string>();
	return (text) => {
		const found = kept.get(text);
		if (found !== undefined) return found;
		if (kept.size === MOST_KEPT) kept.clear();
		const changed = change(text);
		kept.set(text, changed);
		return changed;
	};
};

/**
 * Columns with the readable addresses of a table, placed after the columns with the stored form.
 * @param dimension what the column `value` is of, where the table has one
 */
export const shownForms = (columns: readonly Column[], dimension: string | undefined): Column[] =>
	columns.flatMap(({ name }): Column[] => {
		const shown = shownAddressOf(name === "value" ? (dimension ?? "") : name);
		return shown
			? [
					{
						name: `${name}_shown`,
						kind: "text",
						isOptional: true,
						madeOf: { name, change: withLastResults(shown) },
					},
				]
			: [];
	});

/** Whether any of these rows needs the column, because its address is percent-encoded or in punycode. */
export const isNeeded = (column: Column, rows: readonly Row[]): boolean =>
	rows.some((row) => valueIn(row, column) !== row[column.madeOf?.name ?? column.name]);
