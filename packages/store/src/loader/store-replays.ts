import type { QueueRecord } from "@footfall/queue";
import type { WritableStore } from "../client/client.ts";
import { OBJECT_SETTLES_MS } from "../maintenance/sweep-replay-objects.ts";
import { newObjectNumber, type ReplayObjects } from "../replays/replay-objects.ts";
import { replayTexts } from "../replays/replay-texts.ts";
import { type Persistently, storeInHalves } from "./persistently.ts";
import { REPLAY_CHUNK_COLUMNS, replayCells } from "./replay-cells.ts";
import { byteCountOf, type PlacedReplay } from "./replays.ts";

/** Inflated and inserted at once: this blocks the event loop for some tens of milliseconds. */
const BLOCK_BYTES = 2 * 1024 * 1024;

export interface StoreReplaysOptions {
	store: WritableStore;
	/** Stores the events, if there is a bucket for them; otherwise they are stored in the store's own rows. */
	objects?: Pick<ReplayObjects, "isThere" | "put"> | undefined;
	persistently: Persistently;
	/** Keeps a record whose data cannot be stored. */
	setAside(record: QueueRecord, reason: string): Promise<void>;
	/** ms since the epoch. */
	clock: () => number;
}

interface Row {
	placed: PlacedReplay;
	cells: unknown[];
	texts(): string[];
}

const COLUMNS = [...REPLAY_CHUNK_COLUMNS, "object", "object_bytes", "lengths", "events"];
const inRow = ({ cells, texts }: Row) => [...cells, "0", 0, [], texts()];
const inObject = ({ cells, placed: { replay } }: Row, object: string) => [
	...cells,
	...[object, replay.events.length, replay.lengths, []],
];

const blocksOf = (replays: readonly PlacedReplay[]): PlacedReplay[][] => {
	const blocks: PlacedReplay[][] = [];
	let bytes = Number.POSITIVE_INFINITY;
	for (const placed of replays) {
		bytes += byteCountOf(placed.replay);
		if (bytes > BLOCK_BYTES) {
			blocks.push([]);
			bytes = byteCountOf(placed.replay);
		}
		blocks.at(-1)?.push(placed);
	}
	return blocks;
};

/**
 * Stores chunks, however long that takes; chunks that are already stored are replaced. Events that do not reach the
 * bucket stay in the store's rows, so that nothing waits for it. Resolves to the number of chunks set aside.
 */
export const storeReplays = async (
	{ store, objects, persistently, setAside, clock }: StoreReplaysOptions,
	partition: string,
	replays: readonly PlacedReplay[],
): Promise<number> => {
	let refused = 0;
	const refuse = async ({ record }: PlacedReplay, reason: string) => {
		await setAside(record, reason);
		refused++;
	};

	/** The rows with their events in objects, unless the bucket rejects them. Names are new for each attempt. */
	const inBucket = async (rows: readonly Row[]): Promise<unknown[][] | undefined> => {
		if (!objects?.isThere()) return undefined;
		const named = rows.map((row) => ({ row, object: newObjectNumber() }));
		const writtenAt = clock();
		// Comes first, so that the sweep knows an object even if this process dies before it stores the row.
		await store.insert(
			"replay_objects",
			["object", "site_id", "session_id", "written_at"],
			named.map(({ row: { placed }, object }) => [
				...[object, placed.replay.site, placed.session, writtenAt],
			]),
		);
		const isStored = await objects.put(
			named.map(({ row: { placed }, object }) => ({
				object: { site: placed.replay.site, session: placed.session, object },
				events: placed.replay.events,
			})),
		);
		return isStored ? named.map(({ row, object }) => inObject(row, object)) : undefined;
	};

	const storing = (rows: readonly Row[]) => {
		let held: { cells: unknown[][]; since: number } | undefined;
		return async () => {
			// Objects that waited too long for the store may be swept before a chunk refers to them.
			if (held === undefined || clock() - held.since > OBJECT_SETTLES_MS / 3) {
				const since = clock();
				held = { cells: (await inBucket(rows)) ?? rows.map(inRow), since };
			}
			await store.insert("replay_chunks", COLUMNS, held.cells);
		};
	};
	for (const block of blocksOf(replays)) {
		const rows: Row[] = [];
		for (const placed of block) {
			try {
				const { events, lengths } = placed.replay;
				const texts = await replayTexts(events, lengths);
				rows.push({ placed, cells: replayCells(placed, partition), texts });
			} catch (error) {
				await persistently(() => refuse(placed, String(error)));
			}
		}
		await storeInHalves(persistently, rows, storing, ({ placed }, reason) =>
			refuse(placed, reason),
		);
	}
	return refused;
};
