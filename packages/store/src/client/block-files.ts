import { mkdirSync, rmSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export type BlockFiles = ReturnType<typeof createBlockFiles>;

/**
 * Files that the engine inserts from; each exists only during its insert. Files left by a crash are removed
 * here.
 * @param directory holds nothing else
 */
export const createBlockFiles = (directory: string) => {
	rmSync(directory, { recursive: true, force: true });
	mkdirSync(directory, { mode: 0o700 });
	let made = 0;
	return {
		/** Runs a task with a file that holds a block. */
		lend: async (block: Buffer, task: (file: string) => Promise<unknown>): Promise<void> => {
			const file = join(directory, `insert-${++made}.native`);
			try {
				await writeFile(file, block, { mode: 0o600 });
				await task(file);
			} finally {
				await rm(file, { force: true });
			}
		},
	};
};
