import { rmSync } from "node:fs";

const ATTEMPTS = 100;
const PAUSE_MS = 100;

/** Removes a directory that processes may still write to: workers outlive a killed main process for a moment. */
export const removeDirectory = (path: string): void => {
	for (let attempt = 1; ; attempt++) {
		try {
			rmSync(path, { recursive: true, force: true });
			return;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== "ENOTEMPTY" || attempt === ATTEMPTS)
				throw error;
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
		}
	}
};
