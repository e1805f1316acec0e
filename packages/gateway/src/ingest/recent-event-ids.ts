import { DEDUPE_WINDOW_MS, MAX_LENGTH } from "@footfall/shared/limits";
import type { EventIdJournal, EventIds } from "./admission/event-id-journal.ts";
import {
	createEventIdHash,
	createEventIdTable,
	type EventIdTable,
} from "./admission/event-id-table.ts";
import { DUPLICATE, isKept, type Outcome } from "./outcome.ts";

/** A claimed id, for `settle`. */
interface Claim {
	site: number;
	id: string;
	/** The generation in which the claim was made, and its position there. */
	attempts: Attempt[];
	number: number;
}

export interface RecentEventIds {
	/**
	 * Claims an id for an event that is to be stored. `DUPLICATE` if one with this id was stored recently; the attempt if
	 * one is being stored now: only what is on disk counts, so when that fails the id can be claimed again.
	 */
	claim(site: number, id: string): Claim | typeof DUPLICATE | Promise<Outcome>;
	/**
	 * Records the outcome of a claim; resolves like `storing`, which never rejects. It must be called in the event loop
	 * turn in which the id was claimed; a dropped claim leaves the id free.
	 */
	settle(claim: Claim, storing: Promise<Outcome>): Promise<Outcome>;
}

/** Enough to cover the seconds in which clients retry, in a few megabytes; the loader knows the whole day's. */
const CAPACITY = 50_000;
/** A generation ends by then, so that a newer one exists when this one reaches the maximum age of an id. */
const GENERATION_MS = DEDUPE_WINDOW_MS / 2;

const STORED = true;
/** The attempt in progress; after it, that the id is on disk, or nothing if it failed. */
type Attempt = Promise<Outcome> | typeof STORED | undefined;

interface Generation {
	/** When it began, in ms since the epoch: none of its ids is older. */
	since: number;
	ids: EventIdTable;
	/** By the number of the id. */
	attempts: Attempt[];
}

const newGeneration = (capacity: number, since: number): Generation => ({
	since,
	ids: createEventIdTable(capacity),
	attempts: [],
});

const attemptAt = ({ attempts }: Generation, number: number): Attempt =>
	number === -1 ? undefined : attempts[number];

const forget = (generation: Generation, now: number) => {
	generation.since = now;
	generation.ids.clear();
	// Attempts in progress continue with the list that they started with.
	generation.attempts = [];
};

/** Remembers the ids of the latest stored events, so that a repetition takes no space in the queue. */
export const createRecentEventIds = ({
	capacity = CAPACITY,
	clock = Date.now,
	journal,
}: {
	/** Ids in one of the two generations that are kept. */
	capacity?: number;
	/** ms since the epoch. */
	clock?: () => number;
	/** Where ids outlive the process; without it, they do not. */
	journal?: EventIdJournal;
} = {}): RecentEventIds => {
	const hashOf = createEventIdHash();
	let young = newGeneration(capacity, clock());
	let old = newGeneration(capacity, clock());

	/** Loads the kept ids, the newest first, up to its capacity; returns those it took in the journal's form. */
	const load = (generation: Generation, lists: EventIds[]): EventIds => {
		const taken: EventIds["ids"][number][] = [];
		while (lists.length > 0 && generation.ids.size() < capacity) {
			const { since, ids } = lists.shift() as EventIds;
			generation.since = Math.min(generation.since, since);
			const rest = [...ids];
			while (rest.length > 0 && generation.ids.size() < capacity) {
				const [site, id] = rest.pop() as EventIds["ids"][number];
				const hash = hashOf(site, id);
				if (id.length > MAX_LENGTH.eventId || generation.ids.find(hash, site, id) !== -1) continue;
				generation.attempts[generation.ids.add(hash, site, id)] = STORED;
				taken.push([site, id]);
			}
			if (rest.length > 0) lists.unshift({ since, ids: rest });
		}
		return { since: generation.since, ids: taken.reverse() };
	};
	const kept = [...(journal?.kept ?? [])];
	const youngIds = load(young, kept);
	journal?.start([load(old, kept), youngIds]);

	const turnOver = (now: number) => {
		if (now - old.since >= DEDUPE_WINDOW_MS) forget(old, now);
		if (young.ids.size() < capacity && now - young.since < GENERATION_MS) return;
		[old, young] = [young, old];
		forget(young, now);
		if (now - old.since >= DEDUPE_WINDOW_MS) forget(old, now);
		journal?.turnOver(now);
	};

	return {
		claim: (site, id) => {
			turnOver(clock());
			const hash = hashOf(site, id);
			const { ids, attempts } = young;
			const number = ids.find(hash, site, id);
			const known = attemptAt(young, number) ?? attemptAt(old, old.ids.find(hash, site, id));
			if (known === STORED) return DUPLICATE;
			if (known !== undefined) return known;
			return { site, id, attempts, number: number === -1 ? ids.add(hash, site, id) : number };
		},
		settle: ({ site, id, attempts, number }, storing) => {
			const attempt = storing.then((outcome) => {
				const isStored = isKept(outcome);
				attempts[number] = isStored ? STORED : undefined;
				if (isStored) journal?.add(site, id);
				return outcome;
			});
			attempts[number] = attempt;
			return attempt;
		},
	};
};
