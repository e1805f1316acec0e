import { createHash } from "node:crypto";
import { EnvironmentError } from "@footfall/shared/environment";
import type { BackupTarget, KeptFile } from "./backup-target.ts";
import type { FrozenProduct, FrozenTree } from "./frozen-product.ts";
import {
	type BackupItem,
	type BackupManifest,
	backupNames,
	FORMAT,
	manifestPath,
	manifestText,
	newBackupName,
	objectPath,
	readableManifests,
} from "./manifest.ts";
import { packTree } from "./pack.ts";
import { partKey } from "./part-key.ts";
import { sizeText } from "./size-text.ts";
import { bytesOfTree, type TreeEntry, treeEntries } from "./tree.ts";

/** A file system's overhead for names and blocks. */
const OVERHEAD = 1.02;
const SPARE_BYTES = 16 * 1024 * 1024;
/** Pieces written concurrently, because a bucket takes many milliseconds to answer. */
const AT_ONCE = 4;

export interface Progress {
	doneBytes: number;
	allBytes: number;
}

interface PlannedItem {
	tree: FrozenTree;
	entries: TreeEntry[];
	bytes: number;
	key?: string;
	/** Reused from an earlier backup. */
	kept?: BackupItem;
}

const isKept = (kept: ReadonlyMap<string, KeptFile>, { pieces }: BackupItem): boolean =>
	pieces.every(({ sha256, bytes }) => kept.get(objectPath(sha256))?.bytes === bytes);

/** Complete contents of earlier backups: parts by key, and the digests of all pieces. */
const heldBefore = async (target: BackupTarget, kept: ReadonlyMap<string, KeptFile>) => {
	const manifests = await readableManifests(target, backupNames(kept.keys()));
	const parts = new Map<string, BackupItem>();
	const pieces = new Set<string>();
	for (const { items } of manifests.values())
		for (const item of items) {
			if (!isKept(kept, item)) continue;
			for (const { sha256 } of item.pieces) pieces.add(sha256);
			if (item.key !== undefined) parts.set(item.key, item);
		}
	return { parts, pieces };
};

const planned = (
	trees: readonly FrozenTree[],
	parts: ReadonlyMap<string, BackupItem>,
): PlannedItem[] =>
	trees.map((tree) => {
		const entries = treeEntries(tree.from, tree.only);
		const bytes = bytesOfTree(entries);
		if (tree.kind !== "part") return { tree, entries, bytes };
		const key = partKey(tree.from, entries);
		const kept = parts.get(key);
		return { tree, entries, bytes, key, ...(kept && { kept }) };
	});

const totalOf = (items: readonly { bytes: number }[]): number =>
	items.reduce((sum, { bytes }) => sum + bytes, 0);

/** @throws EnvironmentError if the data to write does not fit */
const requireSpace = (target: BackupTarget, bytes: number): void => {
	const free = target.free();
	const needed = bytes * OVERHEAD + SPARE_BYTES;
	if (free !== undefined && free < needed)
		throw new EnvironmentError(
			`${target.name}: the backup needs ${sizeText(needed)}, but only ${sizeText(free)} are free; free up space, or choose a target on another disk`,
		);
};

/**
 * Writes the pieces that no complete backup has, several at a time. Pieces left by an interrupted one are written
 * again, because the power may have failed.
 */
const createPieceWriter = (target: BackupTarget, held: Set<string>) => {
	const writing = new Set<Promise<void>>();
	let writtenBytes = 0;
	return {
		write: async (piece: Buffer) => {
			const sha256 = createHash("sha256").update(piece).digest("hex");
			if (!held.has(sha256)) {
				held.add(sha256);
				writtenBytes += piece.length;
				const written = target
					.write(objectPath(sha256), piece)
					.finally(() => writing.delete(written));
				writing.add(written);
				written.catch(() => undefined);
				if (writing.size >= AT_ONCE) await Promise.race(writing);
			}
			return { sha256, bytes: piece.length };
		},
		/** Resolves to the bytes written, once all of them are durable. */
		end: async () => {
			await Promise.all(writing);
			await target.flush();
			return writtenBytes;
		},
	};
};

export interface BackupOptions {
	target: BackupTarget;
	product: FrozenProduct;
	/** The product's version, for the manifest. */
	version: string;
	secret: string;
	/** Called after each item. */
	progress: (progress: Progress) => void;
	/** @throws EnvironmentError once the source may be gone */
	requireHeld: () => void;
}

export interface WrittenBackup {
	name: string;
	/** Total size, before compression. */
	bytes: number;
	/** Bytes that no earlier backup had. */
	writtenBytes: number;
}

const write = async (options: BackupOptions): Promise<WrittenBackup> => {
	const { target, product, version, secret, progress, requireHeld } = options;
	const kept = await target.list();
	const held = await heldBefore(target, kept);
	const plan = planned(product.trees, held.parts);
	const missing = plan.filter((item) => item.kept === undefined);
	requireSpace(target, totalOf(missing));
	const allBytes = totalOf(missing);
	let doneBytes = 0;
	progress({ doneBytes, allBytes });

	const pieces = createPieceWriter(target, held.pieces);
	const items: BackupItem[] = [];
	for (const { tree, entries, bytes, key, kept: earlier } of plan) {
		requireHeld();
		const { path } = tree;
		if (earlier) {
			items.push({ ...earlier, path });
			continue;
		}
		const isGzip = tree.kind !== "part";
		const item: BackupItem = { path, isGzip, ...(key && { key }), bytes, pieces: [] };
		for await (const piece of packTree(tree.from, entries, isGzip))
			item.pieces.push(await pieces.write(piece));
		items.push(item);
		doneBytes += bytes;
		progress({ doneBytes, allBytes });
	}
	const writtenBytes = await pieces.end();
	requireHeld();

	// Another backup may have removed reused pieces meanwhile.
	const now = await target.list();
	if (!items.every((item) => isKept(now, item)))
		throw new EnvironmentError(
			`${target.name}: files were removed while the backup was being written; run only one backup at a time, and run the command again`,
		);
	const { at, elsewhere } = product;
	const manifest: BackupManifest = { format: FORMAT, version, at, secret, elsewhere, items };
	const name = newBackupName(new Date(at));
	await target.write(manifestPath(name), Buffer.from(manifestText(manifest)));
	await target.flush();
	return { name, bytes: totalOf(plan), writtenBytes };
};

/**
 * Writes a backup of a frozen product: everything that no earlier backup has, then the manifest.
 * @throws EnvironmentError with what the operator can change
 */
export const writeBackup = async (options: BackupOptions): Promise<WrittenBackup> => {
	try {
		return await write(options);
	} catch (error) {
		// The source disappears with the process that holds it.
		options.requireHeld();
		throw error;
	}
};
