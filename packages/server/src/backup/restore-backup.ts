import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { rename, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { EnvironmentError } from "@footfall/shared/environment";
import { fileFault } from "../faults/file-fault.ts";
import type { BackupTarget } from "./backup-target.ts";
import { freeBytesOf } from "./folder-target.ts";
import {
	type BackupItem,
	type BackupManifest,
	backupNames,
	manifestFrom,
	manifestPath,
	objectPath,
} from "./manifest.ts";
import { RESTORING } from "./restoring.ts";
import { sizeText } from "./size-text.ts";
import { syncFileSystem } from "./sync-file-system.ts";
import { UnreadablePackError, unpackTree } from "./unpack.ts";
import type { Progress } from "./write-backup.ts";

const SPARE_BYTES = 64 * 1024 * 1024;
const OVERHEAD = 1.02;
/** Created by the file system itself. */
const OF_THE_DISK = new Set(["lost+found"]);

export interface FoundBackup {
	name: string;
	manifest: BackupManifest;
}

/** Whether the first version is newer: `1.10.0` than `1.9.2`. */
export const isNewer = (one: string, other: string): boolean =>
	one.localeCompare(other, "en", { numeric: true }) > 0;

/**
 * The newest backup, or the one of that name, with all its files present.
 * @throws EnvironmentError for one that is incomplete, damaged, or of a newer version
 */
export const findBackup = async (
	target: BackupTarget,
	wanted: string | undefined,
	ownVersion: string,
): Promise<FoundBackup> => {
	const kept = await target.list();
	const names = backupNames(kept.keys());
	const name = wanted ?? names.at(-1);
	if (name === undefined || !names.includes(name))
		throw new EnvironmentError(
			wanted === undefined
				? `${target.name}: contains no complete backup`
				: `${target.name}: contains no complete backup ${wanted}; available backups: ${names.join(", ") || "none"}`,
		);
	const others = names.filter((each) => each !== name);
	const instead =
		others.length > 0 ? `; restore a different one with --backup NAME: ${others.join(", ")}` : "";
	const bytes = await target.read(manifestPath(name));
	const manifest = bytes ? manifestFrom(bytes) : "damaged";
	if (
		manifest === "newer" ||
		(typeof manifest === "object" && isNewer(manifest.version, ownVersion))
	)
		throw new EnvironmentError(
			`${target.name}: the backup ${name} was made by a newer version${typeof manifest === "object" ? `, ${manifest.version}` : ""}, and this is ${ownVersion}; restore it with that version or a later one`,
		);
	if (manifest === "damaged")
		throw new EnvironmentError(
			`${target.name}: the backup ${name} is damaged: the checksum of its file list does not match${instead}`,
		);
	const gone = manifest.items
		.flatMap(({ pieces }) => pieces)
		.filter((piece) => kept.get(objectPath(piece.sha256))?.bytes !== piece.bytes);
	if (gone.length > 0)
		throw new EnvironmentError(
			`${target.name}: the backup ${name} is incomplete: ${gone.length} of its files are missing or truncated, the first of them ${objectPath(gone[0]?.sha256 ?? "")}${instead}`,
		);
	return { name, manifest };
};

/** @throws EnvironmentError unless it is empty, apart from leftovers of an interrupted restore */
const requireEmpty = (directory: string): void => {
	const names = readdirSync(directory).filter((name) => !OF_THE_DISK.has(name));
	if (names.length === 1 && names[0] === RESTORING)
		rmSync(join(directory, RESTORING), { recursive: true });
	else if (names.length > 0)
		throw new EnvironmentError(
			`${directory}: is not empty; set DATA_DIR to an empty directory, or to one that does not exist yet`,
		);
};

const requireSpace = (directory: string, { items }: BackupManifest): void => {
	const needed = items.reduce((sum, { bytes }) => sum + bytes, 0) * OVERHEAD + SPARE_BYTES;
	const free = freeBytesOf(directory);
	if (free < needed)
		throw new EnvironmentError(
			`${directory}: the restore needs ${sizeText(needed)}, but only ${sizeText(free)} are free; free up space, or set DATA_DIR to a path on another disk`,
		);
};

const unpackItem = async (
	target: BackupTarget,
	{ path, isGzip, pieces }: BackupItem,
	root: string,
): Promise<void> => {
	const damaged = (what: string) =>
		new EnvironmentError(`${target.name}: the backup is damaged: ${what}; nothing was restored`);
	const intact = async function* () {
		for (const { sha256 } of pieces) {
			const bytes = await target.read(objectPath(sha256));
			if (bytes === undefined || createHash("sha256").update(bytes).digest("hex") !== sha256)
				throw damaged(`the checksum of ${objectPath(sha256)} does not match`);
			yield bytes;
		}
	};
	try {
		await unpackTree(intact(), { root, to: join(root, path), isGzip });
	} catch (error) {
		throw error instanceof UnreadablePackError ? damaged(`${path}: ${error.message}`) : error;
	}
};

export interface RestoreOptions {
	target: BackupTarget;
	backup: FoundBackup;
	dataDirectory: string;
	/** Called after each item. */
	progress: (progress: Progress) => void;
}

/**
 * Restores a backup into an empty data directory. Everything is checked in a separate directory and then moved into
 * place, so that an interruption leaves nothing that looks like a product.
 * @throws EnvironmentError with what the operator can change
 */
export const restoreBackup = async (options: RestoreOptions): Promise<void> => {
	const { target, backup, dataDirectory, progress } = options;
	const { items } = backup.manifest;
	const root = join(dataDirectory, RESTORING);
	const allBytes = items.reduce((sum, { bytes }) => sum + bytes, 0);
	let doneBytes = 0;
	try {
		mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
		requireEmpty(dataDirectory);
		requireSpace(dataDirectory, backup.manifest);
		mkdirSync(root, { mode: 0o700 });
	} catch (error) {
		throw fileFault(error, dataDirectory);
	}
	try {
		for (const item of items) {
			await unpackItem(target, item, root);
			doneBytes += item.bytes;
			progress({ doneBytes, allBytes });
		}
		await syncFileSystem(root);
	} catch (error) {
		if (existsSync(root)) rmSync(root, { recursive: true, force: true });
		throw fileFault(error, dataDirectory);
	}
	for (const name of readdirSync(root)) await rename(join(root, name), join(dataDirectory, name));
	await syncFileSystem(dataDirectory);
	// Last, because nothing starts from here until then.
	await rmdir(root);
};
