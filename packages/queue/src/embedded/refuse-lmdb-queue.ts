import { existsSync } from "node:fs";
import { join } from "node:path";
import { EnvironmentError } from "@footfall/shared/environment";

/** The file of 0.1.0, which 0.2 and 0.3 convert into a log at their first start, and remove as the last step. */
const LMDB_FILE = "queue.mdb";

/**
 * Only looks, so that 0.3.0 still finds everything as it was.
 * @throws EnvironmentError if the queue in a directory is that of 0.1.0, with the way to this version
 */
export const refuseLmdbQueue = (directory: string): void => {
	const path = join(directory, LMDB_FILE);
	if (!existsSync(path)) return;
	throw new EnvironmentError(
		`${path} is a queue of Footfall 0.1.0, which this version cannot read; nothing was changed. Start version 0.3.0 on this data once, which takes the queue over and loads it, stop it, and start this version again: docs/upgrade.md has the commands under "From 0.1.0".`,
	);
};
