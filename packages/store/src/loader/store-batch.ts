import type { QueueRecord } from "@footfall/queue";
import type { Tracing } from "@footfall/shared/tracing/tracing";
import type { EventStore } from "../client/client.ts";
import { BOT_TABLE, EVENT_TABLE, type TableShape } from "../rows/event-rows.ts";
import { type DecodedEvent, type DecodedIdentify, otherWork } from "./decode-batch.ts";
import { applyIdentifies } from "./identify.ts";
import { joinSessions } from "./join-sessions.ts";
import type { Memory } from "./memory.ts";
import { claimOrders, orderEventsOf, settleOrders } from "./orders.ts";
import { type Persistently, storeInHalves } from "./persistently.ts";
import { type LoadedRow, rowsOfBots, rowsOfVisits } from "./placed-rows.ts";
import { tracedInsert } from "./traced-insert.ts";

/** The outcome of the events and identifications of a batch. */
export interface BatchOutcome {
	events: number;
	bots: number;
	/** Identifications: of visitors, and traits of users. */
	identifies: number;
	/** Measurements of pages without a view, which are not stored. */
	noPage: number;
	/** Ids seen within 24 h. */
	duplicates: number;
	/** Undecodable, or rejected by the store for their data: kept as dead letters. */
	setAside: number;
}

export interface StoreBatchOptions {
	store: EventStore;
	memory: Memory;
	partition: string;
	/** Maximum number of records that are stored as one block. */
	blockRecords: number;
	persistently: Persistently;
	/** Sets aside a record that the store rejects because of its contents. */
	setAside(record: QueueRecord, reason: string): Promise<void>;
	tracing?: Tracing | undefined;
}

/**
 * Stores a batch block by block; while one is being stored, the next is built. When a block is abandoned, the memory of this
 * batch is undone: its next delivery is compared with the store.
 * @param repeated those that are stored already: a crash may have prevented what follows their storing
 */
export const storeBatch = async (
	options: StoreBatchOptions,
	{ fresh, repeated }: { fresh: readonly DecodedEvent[]; repeated: readonly DecodedEvent[] },
	identifies: readonly DecodedIdentify[],
): Promise<BatchOutcome> => {
	const { store, memory, partition, blockRecords, persistently, tracing } = options;
	const begunAt = Date.now();
	const outcome = {
		...{ events: 0, bots: 0, identifies: identifies.length },
		...{ noPage: 0, duplicates: 0, setAside: 0 },
	};
	const refuse = async ({ record }: { record: QueueRecord }, reason: string) => {
		await options.setAside(record, reason);
		outcome.setAside++;
	};
	const insertRows = ({ table, columns }: TableShape, rows: readonly LoadedRow[]) =>
		storeInHalves(
			persistently,
			rows,
			(block) => {
				// Named by table and offsets, so that repeating an insert that succeeded unnoticed stores nothing.
				const [first, last] = [block[0], block.at(-1)].map((row) => row?.read.record.offset);
				const deduplicationToken = `${partition}:${table}:${first}-${last}`;
				const cells = block.map((row) => row.cells);
				return (signal) => store.insert(table, columns, cells, { deduplicationToken, signal });
			},
			async ({ read }, reason) => {
				await refuse(read, reason);
				outcome[read.event.bot ? "bots" : "events"]--;
				// It was not stored, so its fixed version must not count as a repetition.
				memory.forget([read]);
			},
		);

	const storeBlock = async (
		once: readonly DecodedEvent[],
		before: Promise<void> | undefined,
	): Promise<void> => {
		const visits = once.filter(({ event }) => event.bot === undefined);
		const bots = once.filter(({ event }) => event.bot !== undefined);
		const rows = rowsOfVisits(partition, visits, memory);
		const joins = memory.takeJoins();
		outcome.events += rows.length;
		outcome.noPage += visits.length - rows.length;
		outcome.bots += bots.length;
		if (joins.length > 0) {
			// The previous block may have rows of the sessions that are joined.
			await before;
			const fault = await persistently(() => joinSessions(store, joins));
			if (fault !== undefined) throw fault;
		}
		await tracedInsert(tracing, visits, begunAt, () => insertRows(EVENT_TABLE, rows));
		const ofBots = rowsOfBots(partition, bots);
		await tracedInsert(tracing, bots, begunAt, () => insertRows(BOT_TABLE, ofBots));
	};

	const taken: DecodedEvent[][] = [];
	const storing: Promise<void>[] = [];
	try {
		for (let from = 0; from < fresh.length; from += blockRecords) {
			const block = fresh.slice(from, from + blockRecords);
			const once = memory.firstOfTheirId(block);
			outcome.duplicates += block.length - once.length;
			taken.push(once);
			const counted = await claimOrders(store, persistently, once);
			const stored = storeBlock(counted, storing.at(-1));
			// Awaited below; until then a failure must not count as unhandled.
			stored.catch(() => undefined);
			await storing.at(-1);
			storing.push(stored);
			await otherWork();
		}
		await storing.at(-1);
		const ofOrders = [...orderEventsOf(repeated), ...orderEventsOf(fresh)];
		await settleOrders(store, persistently, ofOrders);
		await storeInHalves(
			persistently,
			identifies,
			(some) => () => applyIdentifies(store, some),
			async (read, reason) => {
				await refuse(read, reason);
				outcome.identifies--;
			},
		);
		return outcome;
	} catch (error) {
		await Promise.allSettled(storing);
		for (const once of taken) memory.forget(once);
		memory.forgetPartition(partition);
		throw error;
	}
};
