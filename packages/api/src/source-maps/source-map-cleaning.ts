import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "@footfall/shared/logger";
import { type PeriodicJob, startPeriodicJob } from "@footfall/shared/waiting/periodic-job";
import { KEEP_DAYS, knownHashes, type MapStorage, removeUnused } from "./stored-maps.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Files of an upload exist before its rows do. */
const SETTLED_AFTER_MS = HOUR_MS;

type Cleaned = Pick<MapStorage, "database" | "files">;

/** Removes the maps that no error has needed for 90 days. @returns how many */
export const removeExpiredMaps = async (storage: Cleaned, now: number): Promise<number> => {
	const gone = await storage.database
		.deleteFrom("source_map")
		.where("lastUsedAt", "<", new Date(now - KEEP_DAYS * DAY_MS))
		.returning(["siteId", "mapHash"])
		.execute();
	for (const siteId of new Set(gone.map((row) => row.siteId)))
		await removeUnused(
			storage,
			siteId,
			gone.filter((row) => row.siteId === siteId).map(({ mapHash }) => mapHash),
		);
	return gone.length;
};

/** Removes files that no row names, such as those of a deleted site or of an upload that was killed. */
export const removeStrayMaps = async ({ database, files }: Cleaned, now: number): Promise<void> => {
	const settled = (await files.list()).filter(
		({ writtenAt }) => writtenAt < now - SETTLED_AFTER_MS,
	);
	for (const site of new Set(settled.map((file) => file.site))) {
		const hashes = settled.filter((file) => file.site === site).map(({ mapHash }) => mapHash);
		const used = await knownHashes(database, site, hashes);
		await files.remove(
			site,
			hashes.filter((mapHash) => !used.has(mapHash)),
		);
	}
};

/** Removes what a killed process has received. */
const removeLeftovers = async (directory: string, now: number): Promise<void> => {
	const names = await readdir(directory).catch(() => []);
	for (const name of names) {
		const path = join(directory, name);
		const known = await stat(path).catch(() => undefined);
		if (known && known.mtimeMs < now - SETTLED_AFTER_MS)
			await rm(path, { recursive: true, force: true });
	}
};

/** Does all of that every hour. */
export const startSourceMapCleaning = ({
	incoming,
	logger,
	now = Date.now,
	...storage
}: Cleaned & {
	/** The folder of what is being received. */
	incoming: string;
	logger: Logger;
	now?: (() => number) | undefined;
}): PeriodicJob =>
	startPeriodicJob(
		async () => {
			const removed = await removeExpiredMaps(storage, now());
			if (removed > 0) logger.info({ removed }, "Source maps that nobody uses were removed");
			await removeStrayMaps(storage, now());
			await removeLeftovers(incoming, now());
		},
		{
			pauseMs: HOUR_MS,
			immediately: false,
			failed: (err, isRepeated) => {
				if (!isRepeated)
					logger.error({ err }, "Source maps could not be cleaned up; retrying every hour");
			},
		},
	);
