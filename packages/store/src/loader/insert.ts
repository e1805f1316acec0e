import type { QueueRecord } from "@footfall/queue";
import type { Logger } from "@footfall/shared/logger";
import type { EventStore } from "../client.ts";
import { isDataFault } from "../store-error.ts";
import type { TableShape } from "./rows.ts";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;

/** A row and the record it came from. */
export interface LoadedRow {
	record: QueueRecord;
	cells: unknown[];
}

export interface InsertOptions {
	store: EventStore;
	logger: Logger;
	/** Sleeps unless the loader closes meanwhile; resolves to whether it goes on. */
	pause(ms: number): Promise<boolean>;
	/** Keeps a row that the store refuses for what is in it. */
	refuse(row: LoadedRow, reason: string): Promise<void>;
	/** Told of each failure of the machine, and of the success after it. */
	failed(reason: string | undefined): void;
}

/** The loader was closed while a block could not be stored; the queue delivers it again. */
export class LoaderClosedError extends Error {
	override name = "LoaderClosedError";
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
export const createInsertBlock = (options: InsertOptions): InsertBlock => {
	const { store, logger, pause, refuse, failed } = options;

	/** Retries what fails because of the machine; resolves to the data's fault, if that is why it fails. */
	const persistently = async (attempt: () => Promise<void>): Promise<unknown> => {
		for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
			try {
				await attempt();
				failed(undefined);
				return undefined;
			} catch (error) {
				if (isDataFault(error)) return error;
				failed(String(error));
				logger.error({ error }, "A block could not be stored, trying again");
				if (!(await pause(pauseMs))) throw new LoaderClosedError("Closed before it was stored");
			}
		}
	};

	const insertBlock: InsertBlock = async (partition, shape, rows) => {
		const [first] = rows;
		if (first === undefined) return;
		const last = rows.at(-1) ?? first;
		const deduplicationToken = `${partition}:${shape.table}:${first.record.offset}-${last.record.offset}`;
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
