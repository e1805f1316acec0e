import type { Statements } from "./client.ts";
import type { StatementParameters } from "./parameters.ts";

/** Deletes rows for good; resolves once they are gone from the live data on the disks of all replicas that are up. */
export const deleteRows = (
	store: Statements,
	table: string,
	condition: string,
	parameters?: StatementParameters,
): Promise<void> =>
	store.command(
		`ALTER TABLE ${table} DELETE WHERE ${condition} SETTINGS mutations_sync = 2`,
		parameters,
	);

/** @throws Error where some of the rows are still there, as others of the kind came meanwhile */
export const deleteEveryRow = async (
	store: Statements,
	whose: string,
	table: string,
	condition: string,
	parameters: StatementParameters,
): Promise<void> => {
	await deleteRows(store, table, condition, parameters);
	const [left] = await store.query<{ count: number }>(
		`SELECT count() AS count FROM ${table} WHERE ${condition}`,
		parameters,
	);
	if (left?.count !== 0)
		throw new Error(`${left?.count} rows of ${whose} are still in ${table}; delete it again`);
};
