import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { syncPath } from "@footfall/shared/files/sync-path";
import { unlessMissing } from "@footfall/shared/files/unless-missing";
import { jsonValue } from "@footfall/shared/json-value";
import type { DeadLetter, QueueRecord } from "../driver/queue.ts";

export type DeadLetters = ReturnType<typeof openDeadLetters>;

export interface StoredLetter {
	offset: number;
	reason: string;
	at: number;
	/** The record's bytes in base64. */
	value: string;
}

const DIRECTORY = "dead-letters";

/**
 * The file of a letter; a record that becomes a dead letter again replaces itself. Creates the directory if missing.
 */
export const letterPath = (queueDirectory: string, partition: string, offset: number): string => {
	const directory = join(queueDirectory, DIRECTORY);
	mkdirSync(directory, { recursive: true, mode: 0o700 });
	return join(directory, `${partition.replaceAll(/\W+/g, "-")}-${offset}.json`);
};

const letterIn = (path: string): DeadLetter | undefined => {
	const text = unlessMissing(() => readFileSync(path, "utf8"));
	const letter = jsonValue(text ?? "") as StoredLetter | undefined;
	return typeof letter?.value === "string"
		? { ...letter, value: Buffer.from(letter.value, "base64") }
		: undefined;
};

/** Records that cannot be processed, each in a file of its own. */
export const openDeadLetters = (queueDirectory: string) => {
	const directory = join(queueDirectory, DIRECTORY);

	/** Oldest first. Files that cannot be read are left alone. */
	const stored = (): { path: string; letter: DeadLetter }[] => {
		const names = unlessMissing(() => readdirSync(directory)) ?? [];
		return names
			.filter((name) => name.endsWith(".json"))
			.map((name) => join(directory, name))
			.flatMap((path) => {
				const letter = letterIn(path);
				return letter ? [{ path, letter }] : [];
			})
			.sort(({ letter: one }, { letter: other }) => one.at - other.at || one.offset - other.offset);
	};

	const keep = async (
		partition: string,
		{ offset, value }: QueueRecord,
		reason: string,
	): Promise<void> => {
		const letter: StoredLetter = {
			offset,
			reason,
			at: Date.now(),
			value: Buffer.from(value).toString("base64"),
		};
		const path = letterPath(queueDirectory, partition, offset);
		await writeFile(`${path}.new`, JSON.stringify(letter), { mode: 0o600, flush: true });
		await rename(`${path}.new`, path);
		await syncPath(directory);
	};

	return {
		list: (): DeadLetter[] => stored().map(({ letter }) => letter),
		/** Resolves once it is on disk. */
		keep,
		/** Passes each letter on, and removes it. */
		replay: async (append: (letter: DeadLetter) => Promise<void>): Promise<number> => {
			const letters = stored();
			for (const { path, letter } of letters) {
				await append(letter);
				await rm(path, { force: true });
			}
			return letters.length;
		},
		/** Overwrites and removes some letters; resolves to their number. */
		forget: async (isForgotten: (record: QueueRecord) => Promise<boolean>): Promise<number> => {
			let forgotten = 0;
			for (const { path, letter } of stored()) {
				if (!(await isForgotten(letter))) continue;
				const blank = Buffer.alloc((await stat(path)).size);
				await writeFile(path, blank, { flag: "r+", flush: true });
				await rm(path, { force: true });
				forgotten++;
			}
			return forgotten;
		},
	};
};
