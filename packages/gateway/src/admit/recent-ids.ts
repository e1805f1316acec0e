import { DEDUPE_WINDOW_MS } from "@footfall/shared/limits";
import { DUPLICATE, type Fate } from "../fate.ts";

export interface RecentIds {
	/**
	 * Stores what the name stands for, unless it was stored a while ago. A name that is just being stored waits
	 * for that: only what is on disk counts, so an attempt that fails leaves the next one free.
	 */
	once(name: string, store: () => Promise<Fate>): Fate | Promise<Fate>;
}

export interface RecentIdsOptions {
	/** Names in one of the two generations that are kept. */
	capacity?: number;
	/** ms since the epoch. */
	clock?: () => number;
}

/** So many ids cover the seconds in which clients send again, in a few megabytes; the loader knows the whole day's. */
const CAPACITY = 50_000;
/** Two generations together are never older than the time in which an id is one event. */
const GENERATION_MS = DEDUPE_WINDOW_MS / 2;

const STORED = true;
type Names = Map<string, Promise<Fate> | typeof STORED>;

/** Remembers the ids of the latest events that were stored, so that a repetition costs no room in the queue. */
export const recentIds = ({
	capacity = CAPACITY,
	clock = Date.now,
}: RecentIdsOptions = {}): RecentIds => {
	// A name's value is the attempt that is under way, and then that it is on disk.
	let young: Names = new Map();
	let old: Names = new Map();
	let youngSince = clock();

	const turnOver = (now: number, isFull: boolean) => {
		const age = now - youngSince;
		if (!isFull && age < GENERATION_MS) return;
		// A generation that sat for a whole window holds nothing that still counts.
		old = age < DEDUPE_WINDOW_MS ? young : new Map();
		young = new Map();
		youngSince = now;
	};

	const once: RecentIds["once"] = (name, store) => {
		turnOver(clock(), young.size >= capacity);
		const known = young.get(name) ?? old.get(name);
		if (known === STORED) return DUPLICATE;
		if (known !== undefined)
			return known.then((fate) => (fate.fate === "stored" ? DUPLICATE : once(name, store)));
		const names = young;
		const attempt = store().then((fate) => {
			if (fate.fate === "stored") names.set(name, STORED);
			else names.delete(name);
			return fate;
		});
		names.set(name, attempt);
		return attempt;
	};
	return { once };
};
