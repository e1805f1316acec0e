import { DEDUPE_WINDOW_MS } from "@footfall/shared/limits";
import { DUPLICATE, type Fate } from "../fate.ts";
import { type IdTable, idHashing, idTable } from "./id-table.ts";

/** Says once what became of an event, and gives it back. */
export type Settle = (fate: Fate) => Fate;

export interface RecentIds {
	/**
	 * Stores what the id stands for, unless it was stored a while ago. An id that is just being stored waits for that:
	 * only what is on disk counts, so an attempt that fails leaves the next one free. `store` never rejects, and passes
	 * its fate through `settle`: that costs less than a promise of ours that waits for its own.
	 */
	once(site: number, id: string, store: (settle: Settle) => Promise<Fate>): Fate | Promise<Fate>;
}

export interface RecentIdsOptions {
	/** Ids in one of the two generations that are kept. */
	capacity?: number;
	/** ms since the epoch. */
	clock?: () => number;
}

/** So many ids cover the seconds in which clients send again, in a few megabytes; the loader knows the whole day's. */
const CAPACITY = 50_000;
/** Two generations together are never older than the time in which an id is one event. */
const GENERATION_MS = DEDUPE_WINDOW_MS / 2;

const STORED = true;
/** The attempt that is under way; then that it is on disk, or nothing when it failed. */
type Attempt = Promise<Fate> | typeof STORED | undefined;

interface Generation {
	ids: IdTable;
	/** By the number of the id. */
	attempts: Attempt[];
}

const newGeneration = (capacity: number): Generation => ({ ids: idTable(capacity), attempts: [] });

const attemptAt = ({ attempts }: Generation, number: number): Attempt =>
	number === -1 ? undefined : attempts[number];

const forget = (generation: Generation) => {
	generation.ids.clear();
	// What is under way goes on with the list that it began with.
	generation.attempts = [];
};

/** Remembers the ids of the latest events that were stored, so that a repetition costs no room in the queue. */
export const recentIds = ({
	capacity = CAPACITY,
	clock = Date.now,
}: RecentIdsOptions = {}): RecentIds => {
	const hashOf = idHashing();
	let young = newGeneration(capacity);
	let old = newGeneration(capacity);
	let youngSince = clock();

	const turnOver = (now: number) => {
		const age = now - youngSince;
		if (young.ids.size() < capacity && age < GENERATION_MS) return;
		[old, young] = [young, old];
		forget(young);
		// A generation that sat for a whole window holds nothing that still counts.
		if (age >= DEDUPE_WINDOW_MS) forget(old);
		youngSince = now;
	};

	const once: RecentIds["once"] = (site, id, store) => {
		turnOver(clock());
		const hash = hashOf(site, id);
		const { ids, attempts } = young;
		const number = ids.find(hash, site, id);
		const known = attemptAt(young, number) ?? attemptAt(old, old.ids.find(hash, site, id));
		if (known === STORED) return DUPLICATE;
		if (known !== undefined)
			return known.then((fate) => (fate.fate === "stored" ? DUPLICATE : once(site, id, store)));
		const own = number === -1 ? ids.add(hash, site, id) : number;
		let isSettled = false;
		const attempt = store((fate) => {
			isSettled = true;
			attempts[own] = fate.fate === "stored" ? STORED : undefined;
			return fate;
		});
		if (!isSettled) attempts[own] = attempt;
		return attempt;
	};
	return { once };
};
