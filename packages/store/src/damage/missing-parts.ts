import type { Logger } from "@footfall/shared/logger";
import type { EventStore, Statements } from "../client/client.ts";
import { LISTED_TABLES, type ListedPart } from "../client/listed-parts.ts";
import type { DamageRecord } from "./damage-record.ts";
import { forgetBlocks } from "./set-aside.ts";

type EmbeddedStore = Statements & Pick<EventStore, "listedParts">;

const LISTED = "database = currentDatabase() AND table IN {tables:Array(String)}";

/**
 * Parts with rows, except of tables with an unfinished mutation, which may leave some empty and
 * resumes after a crash.
 */
const partsToList = async (store: Statements): Promise<ListedPart[]> => {
	const changing = await store.query<{ table: string }>(
		`SELECT DISTINCT table FROM system.mutations WHERE ${LISTED} AND NOT is_done`,
		{ tables: LISTED_TABLES },
	);
	const left = new Set(changing.map(({ table }) => table));
	// A part's path ends with the directory of its table and its own.
	return store.query<ListedPart>(
		`SELECT table, arrayStringConcat(arraySlice(splitByChar('/', path), -6, 4), '/') AS directory, name AS part, rows
		FROM system.parts WHERE ${LISTED} AND active AND rows > 0 ORDER BY table, name`,
		{ tables: LISTED_TABLES.filter((table) => !left.has(table)) },
	);
};

/** Keeps the list of the store's parts up to date. */
export const listParts = async (store: EmbeddedStore): Promise<void> =>
	store.listedParts?.list(() => partsToList(store));

/** Records the listed parts that disappeared while the store was closed. */
export const recordMissingParts = async (
	store: EmbeddedStore,
	record: DamageRecord,
	logger: Logger,
): Promise<void> => {
	for (const { table, part, rows } of store.listedParts?.missing ?? []) {
		const found = {
			...{ table, movedTo: null, foundAt: new Date().toISOString(), rows, saved: 0 },
			reason: `The files of ${part} are missing from the disk`,
		};
		record.add({ ...found, isLoss: true });
		const health = record.health();
		logger.error(
			{ ...found, ...(!health.ok && { advice: health.advice }) },
			"A part of the event store is missing from the disk; some of its rows are lost",
		);
		await forgetBlocks(store, table);
	}
};
