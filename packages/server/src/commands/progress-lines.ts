import { sizeText } from "../backup/size-text.ts";
import type { Progress } from "../backup/write-backup.ts";
import { print } from "./command.ts";

const EVERY_MS = 2_000;

/** Prints progress every two seconds and at the end. */
export const createProgressLines = (what: string): ((progress: Progress) => void) => {
	let printedAt = performance.now();
	return ({ doneBytes, allBytes }) => {
		const isDone = doneBytes >= allBytes;
		if (!isDone && performance.now() - printedAt < EVERY_MS) return;
		printedAt = performance.now();
		const percent = allBytes === 0 ? 100 : Math.floor((100 * doneBytes) / allBytes);
		print(`${what}: ${sizeText(doneBytes)} of ${sizeText(allBytes)} (${percent} %)\n`);
	};
};
