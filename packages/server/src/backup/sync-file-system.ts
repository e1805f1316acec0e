import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { syncPath } from "@footfall/shared/files/sync-path";

const MOST_MS = 600_000;

const syncEach = async (path: string): Promise<void> => {
	for (const entry of readdirSync(path, { withFileTypes: true })) {
		const below = join(path, entry.name);
		if (entry.isDirectory()) await syncEach(below);
		else if (entry.isFile()) await syncPath(below);
	}
	await syncPath(path);
};

/**
 * Makes everything below a directory survive a power cut. The system's `sync` does a thousand files at once; without
 * it they are synced one by one.
 */
export const syncFileSystem = async (directory: string): Promise<void> => {
	try {
		await promisify(execFile)("sync", ["-f", directory], { timeout: MOST_MS });
	} catch {
		await syncEach(directory);
	}
};
