import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { syncPath } from "@footfall/shared/files/sync-path";

/** Suffix of a file until it is complete. */
export const UNFINISHED = ".part";

/**
 * Writes a new file that appears under its name only once it is complete on disk. An incomplete one is removed.
 * @throws EEXIST where one is being written already
 */
export const writeWholeFile = async (
	path: string,
	pieces: Iterable<string> | AsyncIterable<string | Uint8Array>,
): Promise<void> => {
	const draft = path + UNFINISHED;
	const file = await open(draft, "wx", 0o600);
	try {
		await pipeline(
			Readable.from(pieces, { objectMode: false }),
			file.createWriteStream({ flush: true }),
		);
		await rename(draft, path);
		await syncPath(dirname(path));
	} catch (error) {
		await rm(draft, { force: true });
		throw error;
	}
};
