import { mkdirSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { EnvironmentError } from "@footfall/shared/environment";
import { fileFault } from "../faults/file-fault.ts";
import type { BackupTarget, KeptFile } from "./backup-target.ts";
import { syncFileSystem } from "./sync-file-system.ts";

const UNFINISHED = ".unfinished";

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

const inFolder = async <Result>(path: string, work: () => Promise<Result>): Promise<Result> => {
	try {
		return await work();
	} catch (error) {
		throw fileFault(error, path);
	}
};

/** Bytes that this user can still write to a directory's disk. */
export const freeBytesOf = (directory: string): number => {
	const { bavail, bsize } = statfsSync(directory);
	return bavail * bsize;
};

/**
 * Backups in a folder.
 * @param isToWrite whether to create a missing folder
 * @throws EnvironmentError if it is not a folder or cannot be used
 */
export const openFolder = (address: string, isToWrite: boolean): BackupTarget => {
	const folder = resolve(address);
	try {
		if (isToWrite) mkdirSync(folder, { recursive: true, mode: 0o700 });
		if (!statSync(folder).isDirectory())
			throw new EnvironmentError(`${folder}: is a file; name a folder for backups`);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST")
			throw new EnvironmentError(`${folder}: is a file; name a folder for backups`);
		throw fileFault(error, folder);
	}
	const made = new Set<string>();

	return {
		name: folder,
		list: () =>
			inFolder(folder, async () => {
				const kept = new Map<string, KeptFile>();
				const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
				for (const entry of entries) {
					if (!entry.isFile()) continue;
					const path = join(entry.parentPath, entry.name);
					const { size, mtimeMs } = statSync(path);
					kept.set(path.slice(folder.length + 1), { bytes: size, writtenAt: mtimeMs });
				}
				return kept;
			}),
		read: (name) =>
			inFolder(join(folder, name), async () => {
				try {
					return await readFile(join(folder, name));
				} catch (error) {
					if (isMissing(error)) return undefined;
					throw error;
				}
			}),
		write: (name, bytes) =>
			inFolder(join(folder, name), async () => {
				const path = join(folder, name);
				const parent = dirname(path);
				if (!made.has(parent)) mkdirSync(parent, { recursive: true, mode: 0o700 });
				made.add(parent);
				const draft = `${path}${UNFINISHED}`;
				try {
					await writeFile(draft, bytes, { mode: 0o600 });
					await rename(draft, path);
				} catch (error) {
					rmSync(draft, { force: true });
					throw error;
				}
			}),
		flush: () => inFolder(folder, () => syncFileSystem(folder)),
		remove: (names) =>
			inFolder(folder, async () => {
				for (const name of names) await rm(join(folder, name), { force: true });
			}),
		free: () => freeBytesOf(folder),
	};
};
