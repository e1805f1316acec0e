import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { acquireProcessLock, ProcessLockError } from "@footfall/shared/process-lock";
import { logName } from "./logs.ts";
import { syncDirectory } from "./sync-directory.ts";

/** More writers than any machine has. */
const MOST_LOGS = 1024;

/** A log that no other process or queue appends to. */
export interface ClaimedLog {
	path: string;
	release(): void;
}

/** Claims the first log that is free, so that there are never more than writers at one time. */
export const claimLog = async (directory: string): Promise<ClaimedLog> => {
	for (let number = 0; number < MOST_LOGS; number++) {
		const path = join(directory, logName(number));
		mkdirSync(path, { recursive: true, mode: 0o700 });
		try {
			const release = acquireProcessLock(join(path, "writer.lock"), `the log in ${path}`);
			await syncDirectory(directory).catch((error: unknown) => {
				release();
				throw error;
			});
			return { path, release };
		} catch (error) {
			if (!(error instanceof ProcessLockError)) throw error;
		}
	}
	throw new Error(`All ${MOST_LOGS} logs in ${directory} are in use`);
};
