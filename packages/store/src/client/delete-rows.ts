import type { Statements } from "./client.ts";
import type { StatementParameters } from "./parameters.ts";

/** Deletes rows permanently; resolves once they are gone from the live data on the disks of all available replicas. */
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

/** @throws Error if some of the rows remain because others of the kind arrived meanwhile */
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
		throw new Error(`${left?.count} rows of ${whose} are still in ${table}; repeat the deletion`);
};
