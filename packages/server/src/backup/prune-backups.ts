import type { BackupTarget } from "./backup-target.ts";
import { backupNames, manifestPath, objectPath, readableManifests } from "./manifest.ts";

/** Younger files may belong to a backup in progress; older ones are left by an interrupted backup. */
const SETTLED_MS = 86_400_000;
const OBJECT = /^objects\//;

/**
 * Removes all but the newest backups, and files that no remaining backup needs. Resolves to the removed names.
 * @param now ms since the epoch
 */
export const pruneBackups = async (
	target: BackupTarget,
	keep: number,
	now: number,
): Promise<string[]> => {
	const kept = await target.list();
	const names = backupNames(kept.keys());
	const manifests = await readableManifests(target, names);
	const going = names.slice(0, Math.max(0, names.length - keep));
	const staying = names.slice(going.length);
	const objectsOf = (some: readonly string[]) =>
		new Set(
			some
				.flatMap((name) => manifests.get(name)?.items ?? [])
				.flatMap(({ pieces }) => pieces.map(({ sha256 }) => objectPath(sha256))),
		);
	// A backup that is damaged or written by a newer version may need any file.
	const isClear = staying.every((name) => manifests.has(name));
	const [needed, released] = [objectsOf(staying), objectsOf(going)];
	const unneeded = [...kept]
		.filter(([path]) => OBJECT.test(path) && !needed.has(path))
		.filter(([path, { writtenAt }]) => released.has(path) || writtenAt < now - SETTLED_MS)
		.map(([path]) => path);
	// Manifests first, so that an interruption leaves no backup without its files.
	await target.remove(going.map(manifestPath));
	if (isClear) await target.remove(unneeded);
	return going;
};
