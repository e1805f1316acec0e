import type { DeadLetter, QueueRecord } from "../driver/queue.ts";
import type { Environment } from "./environment.ts";
import { overwriteFree } from "./overwrite-free.ts";

/** The dead letters, oldest first. */
export const deadLettersIn = ({ deadLetters }: Environment): DeadLetter[] =>
	[...deadLetters.getRange({})].map(({ key: offset, value: { reason, at, value } }) => ({
		offset,
		reason,
		at,
		value: Buffer.from(value, "base64"),
	}));

export const keepDeadLetter = async (
	{ deadLetters }: Environment,
	{ offset, value }: QueueRecord,
	reason: string,
): Promise<void> => {
	const text = Buffer.from(value).toString("base64");
	await deadLetters.put(offset, { reason, at: Date.now(), value: text });
};

/** Removes some dead letters, overwrites them and processed records on disk, and resolves to the number removed. */
export const forgetDeadLetters = async (
	environment: Environment,
	isForgotten: (record: QueueRecord) => Promise<boolean>,
	isOver: () => boolean,
): Promise<number> => {
	let forgotten = 0;
	for (const letter of deadLettersIn(environment)) {
		if (!(await isForgotten(letter))) continue;
		await environment.deadLetters.remove(letter.offset);
		forgotten++;
	}
	// The second round overwrites the pages that the first one freed.
	for (const _round of [1, 2]) await overwriteFree(environment, isOver);
	return forgotten;
};
