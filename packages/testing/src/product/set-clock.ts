import { renameSync, writeFileSync } from "node:fs";

/**
 * Sets the clock of processes that run with `movable-clock` and this file.
 * @param aheadMs how far it is ahead of the machine's
 * @param passedMs time that has passed for what the processes repeat
 */
export const setClock = (file: string, aheadMs: number, passedMs = 0): void => {
	// A reader never finds half of it.
	writeFileSync(`${file}.next`, `${aheadMs} ${passedMs}`);
	renameSync(`${file}.next`, file);
};
