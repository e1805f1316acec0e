import type { EventStore } from "../client/client.ts";
import type { TableShape } from "../rows/event-rows.ts";
import type { Persistently } from "./persistently.ts";
import type { LoadedRow } from "./placed-rows.ts";
import { storeInHalves } from "./store-in-halves.ts";

export interface InsertOptions {
	store: EventStore;
	persistently: Persistently;
	/** Keeps a row that the store refuses for what is in it. */
	refuse(row: LoadedRow, reason: string): Promise<void>;
}

/** Inserts rows as one block, however long that takes. */
export type InsertBlock = (
	partition: string,
	shape: TableShape,
	rows: readonly LoadedRow[],
) => Promise<void>;

/**
 * The block's name is made of its table and offsets, and a retry uses the same: a block whose insert went through
 * unnoticed is not stored twice.
 */
export const createInsertBlock =
	({ store, persistently, refuse }: InsertOptions): InsertBlock =>
	(partition, { table, columns }, rows) =>
		storeInHalves(
			rows,
			(block) => {
				const [first, last] = [block[0], block.at(-1)].map((row) => row?.read.record.offset);
				const deduplicationToken = `${partition}:${table}:${first}-${last}`;
				const cells = block.map((row) => row.cells);
				return persistently(() => store.insert(table, columns, cells, { deduplicationToken }));
			},
			async (row, reason) => {
				await persistently(() => refuse(row, reason));
			},
		);
