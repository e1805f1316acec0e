import { shownAddressOf } from "../query/address-forms.ts";
import type { Column, Row } from "./columns.ts";

const shownNameOf = (column: string) => `${column}_shown`;

/** How a table's addresses are read, by their columns. */
type Addresses = readonly (readonly [string, (address: string) => string])[];

const addressesIn = (columns: readonly Column[], dimension: string | undefined): Addresses =>
	columns.flatMap(({ name }) => {
		const shown = shownAddressOf(name === "value" ? (dimension ?? "") : name);
		return shown ? [[name, shown]] : [];
	});

/**
 * Columns with the addresses of a table as people read them, behind those that have them as they are stored.
 * @param dimension what the column `value` is of, where the table has one
 */
export const shownForms = (columns: readonly Column[], dimension: string | undefined) => {
	const addresses = addressesIn(columns, dimension);
	const shownOf = (row: Row): Row => ({
		...row,
		...Object.fromEntries(
			addresses.map(([name, shown]) => {
				const address = row[name];
				return [shownNameOf(name), typeof address === "string" ? shown(address) : address];
			}),
		),
	});
	return {
		/** The columns that some of these rows need, because one of their addresses is in percent signs or punycode. */
		columnsFor: (rows: readonly Row[]): Column[] =>
			addresses
				.filter(([name, shown]) =>
					rows.some(
						({ [name]: address }) => typeof address === "string" && shown(address) !== address,
					),
				)
				.map(([name]) => ({ name: shownNameOf(name), kind: "text", isOptional: true })),
		rows: (rows: readonly Row[]): readonly Row[] => rows.map(shownOf),
	};
};
