import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { acquireProcessLock, ProcessLockError } from "@footfall/shared/process-lock";
import { logName } from "./names.ts";
import { syncDirectory } from "./sync-directory.ts";

/** A log that no other process or queue appends to. */
export interface ClaimedLog {
	path: string;
	release(): void;
}

/** Claims the first log that is free, so that there are never more than writers at one time. */
export const claimLog = async (directory: string): Promise<ClaimedLog> => {
	for (let number = 0; ; number++) {
		const path = join(directory, logName(number));
		mkdirSync(path, { recursive: true, mode: 0o700 });
		await syncDirectory(directory);
		try {
			return { path, release: acquireProcessLock(join(path, "writer.lock"), `the log in ${path}`) };
		} catch (error) {
			if (!(error instanceof ProcessLockError)) throw error;
		}
	}
};
