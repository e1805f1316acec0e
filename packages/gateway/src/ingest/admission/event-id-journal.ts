import {
	closeSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeSync,
} from "node:fs";
import { join } from "node:path";
import { jsonValue } from "@footfall/shared/json-value";
import { DEDUPE_WINDOW_MS } from "@footfall/shared/limits";
import type { Logger } from "@footfall/shared/logger";

/** Ids of stored events, each with its site's number; none was stored before `since`. */
export interface EventIds {
	/** ms since the epoch. */
	since: number;
	ids: readonly (readonly [site: number, id: string])[];
}

/** Keeps ids of stored events on disk, so that the next process knows them. */
export interface EventIdJournal {
	/** Lists of earlier processes and of others that share the directory; newest first. */
	kept: readonly EventIds[];
	/** Starts with these two lists, oldest first: new ids are added to the last one. */
	start(lists: readonly [EventIds, EventIds]): void;
	/** Starts an empty list in place of the older one. */
	turnOver(since: number): void;
	/** Adds an id. It is written before any client is told that the event is stored. */
	add(site: number, id: string): void;
	close(): void;
}

/** A file for each of the two lists of a process: `<process>.<0 or 1>`. */
const FILE = /^\d+\.[01]$/;

const lineOf = (value: unknown) => `${JSON.stringify(value)}\n`;

const isId = (value: unknown): value is [number, string] =>
	Array.isArray(value) && typeof value[0] === "number" && typeof value[1] === "string";

/** The ids in a file, without lines that a power cut left unfinished; `undefined` for a file that is too old. */
const idsIn = (text: string, now: number): EventIds | undefined => {
	const [first, ...lines] = text.split("\n").slice(0, -1).map(jsonValue);
	const since = Number(first);
	if (!(now - since < DEDUPE_WINDOW_MS)) return undefined;
	return { since, ids: lines.filter(isId) };
};

/** `undefined` for a missing file. */
const textOf = (path: string): string | undefined => {
	try {
		return readFileSync(path, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
};

/** Reads every list. Another process that starts now may take one over: it then has it as a list of its own. */
const listsIn = (directory: string, clock: () => number): Map<string, EventIds | undefined> => {
	let takenOver = "";
	for (;;) {
		const lists = new Map<string, EventIds | undefined>();
		const names = readdirSync(directory).filter((name) => FILE.test(name));
		if (names.includes(takenOver)) throw new Error(`${takenOver} is unreadable`);
		const gone = names.find((name) => {
			const text = textOf(join(directory, name));
			if (text !== undefined) lists.set(name, idsIn(text, clock()));
			return text === undefined;
		});
		if (gone === undefined) return lists;
		takenOver = gone;
	}
};

const isAlive = (pid: number): boolean => {
	if (pid === process.pid) return false;
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
};

/**
 * Opens the journal of this process, and reads those of all that share the directory. A journal that cannot be read or
 * written is logged once and not used: the loader knows the ids of a day in any case.
 */
export const openEventIdJournal = (
	directory: string,
	log: Logger,
	clock: () => number = Date.now,
): EventIdJournal => {
	const pathOf = (list: number) => join(directory, `${process.pid}.${list}`);
	let file: number | undefined;
	let current = 1;
	let lines = "";

	const withoutFailing = (work: () => void) => {
		try {
			work();
		} catch (error) {
			log.warn({ error: (error as Error).message }, "Ids of stored events could not be saved");
			if (file !== undefined) closeSync(file);
			file = undefined;
		}
	};

	/** Replaces a list's file and leaves it open for appending. */
	const replace = (list: number, { since, ids }: EventIds) => {
		const draft = `${pathOf(list)}.draft`;
		const opened = openSync(draft, "w", 0o600);
		try {
			writeSync(opened, lineOf(since) + ids.map(lineOf).join(""));
			renameSync(draft, pathOf(list));
		} catch (error) {
			closeSync(opened);
			throw error;
		}
		if (file !== undefined) closeSync(file);
		file = opened;
		current = list;
	};

	const write = () => {
		const added = lines;
		lines = "";
		withoutFailing(() => {
			if (file !== undefined) writeSync(file, added);
		});
	};

	const kept: EventIds[] = [];
	const left: string[] = [];
	withoutFailing(() => {
		mkdirSync(directory, { recursive: true, mode: 0o700 });
		for (const [name, ids] of listsIn(directory, clock)) {
			const pid = Number.parseInt(name, 10);
			if (ids !== undefined) kept.push(ids);
			if (pid !== process.pid && !isAlive(pid)) left.push(name);
		}
	});
	kept.sort((one, other) => other.since - one.since);

	return {
		kept,
		start: (lists) =>
			withoutFailing(() => {
				for (const [list, ids] of lists.entries()) replace(list, ids);
				// Their ids are in this process's own lists by now.
				for (const name of left) rmSync(join(directory, name), { force: true });
			}),
		turnOver: (since) => withoutFailing(() => replace(1 - current, { since, ids: [] })),
		add: (site, id) => {
			// Runs after the microtasks of all events of a commit, and before those that wait for their outcomes.
			if (lines === "") queueMicrotask(write);
			lines += lineOf([site, id]);
		},
		close: () => {
			if (file !== undefined) closeSync(file);
			file = undefined;
		},
	};
};
