import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Database, open } from "lmdb";

export const QUEUE_FILE = "queue.mdb";

/** Address space, not disk: the file grows as pages are written, up to `maxBytes`. */
const MAP_BYTES = 256 * 1024 ** 3;

export interface DeadLetterRow {
	reason: string;
	/** When it was set aside, ms since the epoch. */
	at: number;
	/** The record's bytes in base64. */
	value: string;
}

export interface Environment {
	/** Permanent name of this queue. */
	id: string;
	/** Blocks by the offset of their LAST record, so that the next offset is known without reading a block. */
	blocks: Database<Buffer, number>;
	/** `tail`: the next offset; `committed`: the first offset not yet committed. The number is the entry's version. */
	positions: Database<true, string>;
	deadLetters: Database<DeadLetterRow, number>;
	/** Zeros that overwrite free pages. */
	zeros: Database<Buffer, number>;
	/** The current number on disk, from any process. */
	position(name: "tail" | "committed"): number;
	/**
	 * Moves a position and runs `write` in one transaction, if the position is still `from`. Resolves, once everything is
	 * on disk, to whether it was.
	 */
	advance(
		name: "tail" | "committed",
		from: number,
		to: number,
		write: () => Promise<unknown>[],
	): Promise<boolean>;
	/** Reads every index page; throws if one is damaged. */
	check(): void;
	/** Usage of the file, in pages. */
	space(): Space;
	close(): Promise<void>;
}

/** LMDB's codes for damaged pages: not found, corrupted, no such page, invalid file. */
const DAMAGE_CODES = [-30_797, -30_796, -30_788, -30_793];

/** Whether an error reports damaged pages. */
export const isDamage = (error: unknown): boolean => {
	const { code, message } = error as { code?: unknown; message?: unknown };
	return (
		DAMAGE_CODES.includes(Number(code)) || /00 page|MDB_|corrupt/i.test(String(message ?? error))
	);
};

export interface Space {
	pageSize: number;
	/** Number of the last page ever used. */
	lastPage: number;
	/** Pages in use; the others up to the last one are free. */
	treePages: number;
	/** Pages in use that contain blocks. */
	blockPages: number;
}

type TreeStats = Record<"treeBranchPageCount" | "treeLeafPageCount" | "overflowPages", number>;
const pagesOf = (tree: TreeStats) =>
	tree.treeBranchPageCount + tree.treeLeafPageCount + tree.overflowPages;

/**
 * Opens or creates the LMDB environment of a queue. Several processes may have it open.
 *
 * Every resolved promise is on disk: without `overlappingSync` (lmdb's default, which resolves before the sync), the
 * write thread runs pwritev(pages) and fdatasync, writes the meta page through a descriptor opened with O_DSYNC, and
 * only then reports the commit, as strace and mdb_txn_commit show (mdb_env_sync0 before mdb_env_write_meta).
 *
 * Offsets are assigned by a conditional write that the write thread checks within the transaction, because lmdb's
 * asynchronous transaction callbacks never return on Node 20, and synchronous ones block the event loop during the
 * sync.
 */
export const openEnvironment = (directory: string): Environment => {
	mkdirSync(directory, { recursive: true, mode: 0o700 });
	const root = open({
		path: join(directory, QUEUE_FILE),
		noSubdir: true,
		overlappingSync: false,
		// A failed commit rejects an internal promise of lmdb that nobody handles, which would end the process.
		eventTurnBatching: false,
		mapSize: MAP_BYTES,
	});
	const about = root.openDB<string, string>({ name: "about", encoding: "string" });
	const blocks = root.openDB<Buffer, number>({ name: "blocks", encoding: "binary" });
	const positions = root.openDB<true, string>({
		name: "positions",
		encoding: "json",
		useVersions: true,
	});
	const deadLetters = root.openDB<DeadLetterRow, number>({
		name: "dead-letters",
		encoding: "json",
	});
	const zeros = root.openDB<Buffer, number>({ name: "zeros", encoding: "binary" });

	root.transactionSync(() => {
		if (about.get("format") !== undefined) return;
		about.put("format", "1");
		about.put("id", randomBytes(8).toString("hex"));
		positions.put("tail", true, 1);
		positions.put("committed", true, 1);
	});
	const format = about.get("format");
	const id = about.get("id");
	if (format !== "1" || id === undefined)
		throw new Error(
			`The queue in ${directory} has format ${format}; this version reads format 1. Empty it with the version that wrote it, or use another directory.`,
		);

	return {
		id,
		blocks,
		positions,
		deadLetters,
		zeros,
		position: (name) => {
			positions.resetReadTxn();
			return positions.getEntry(name)?.version ?? 1;
		},
		advance: async (name, from, to, write) => {
			try {
				return await positions.ifVersion(name, from, () => {
					// These succeed or fail with the transaction, which is awaited here.
					for (const part of [...write(), positions.put(name, true, to)])
						part.catch(() => undefined);
				});
			} catch (error) {
				const { commitError } = error as { commitError?: Promise<never> };
				throw commitError ? await commitError.catch((reason: unknown) => reason) : error;
			}
		},
		check: () => {
			for (const tree of [positions, deadLetters, blocks])
				for (const _key of tree.getKeys({})) void _key;
		},
		space: () => {
			positions.resetReadTxn();
			const stats = blocks.getStats() as TreeStats & {
				pageSize: number;
				lastPageNumber: number;
				root: TreeStats;
				free: TreeStats;
			};
			const blockPages = pagesOf(stats);
			const others = [positions, about, deadLetters, zeros].map((tree) =>
				pagesOf(tree.getStats() as TreeStats),
			);
			const treePages = [blockPages, pagesOf(stats.root), pagesOf(stats.free), ...others].reduce(
				(sum, pages) => sum + pages,
			);
			const { pageSize, lastPageNumber } = stats;
			return { pageSize, lastPage: lastPageNumber, treePages, blockPages };
		},
		close: () => root.close(),
	};
};
