import type { EventStore } from "../client/client.ts";
import type { TableShape } from "../rows/event-rows.ts";
import type { Persistently } from "./persistently.ts";
import type { LoadedRow } from "./placed-rows.ts";

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
 * The block's name is made of its table and offsets, and a retry uses the same: a block whose insert went
 * through without our hearing of it is not stored twice. A block that the engine refuses for its data is
 * halved until the row at fault stands alone.
 */
export const createInsertBlock = ({ store, persistently, refuse }: InsertOptions): InsertBlock => {
	const insertBlock: InsertBlock = async (partition, shape, rows) => {
		const [first] = rows;
		if (first === undefined) return;
		const last = rows.at(-1) ?? first;
		const deduplicationToken = `${partition}:${shape.table}:${first.read.record.offset}-${last.read.record.offset}`;
		const fault = await persistently(() =>
			store.insert(
				shape.table,
				shape.columns,
				rows.map(({ cells }) => cells),
				{ deduplicationToken },
			),
		);
		if (fault === undefined) return;
		if (rows.length === 1) {
			await persistently(() => refuse(first, String(fault)));
			return;
		}
		const middle = Math.ceil(rows.length / 2);
		await insertBlock(partition, shape, rows.slice(0, middle));
		await insertBlock(partition, shape, rows.slice(middle));
	};
	return insertBlock;
};
