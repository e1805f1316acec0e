import { randomInt } from "node:crypto";
import { MAX_LENGTH } from "@footfall/shared/limits";

/** Event ids, each with its site's number and a number of its own. `hash` is that of `createEventIdHash`. */
export interface EventIdTable {
	/** The number of an id, -1 where it is not in the table. */
	find(hash: number, site: number, id: string): number;
	/** Adds an id that is not in the table, and returns its number: 0 for the first, 1 for the next. */
	add(hash: number, site: number, id: string): number;
	size(): number;
	clear(): void;
}

const FNV_PRIME = 0x01000193;
const LARGEST_SEED = 0xffff_ffff;

/** Hashes of ids. Seeded, so that clients cannot choose ids that all collide. */
export const createEventIdHash = () => {
	const seed = randomInt(LARGEST_SEED);
	return (site: number, id: string): number => {
		let hash = Math.imul(seed ^ site, FNV_PRIME);
		for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), FNV_PRIME);
		return hash ^ (hash >>> 15);
	};
};

const slotsFor = (capacity: number): number => {
	let slots = 4;
	while (slots < 2 * capacity) slots *= 2;
	return slots;
};

/**
 * Holds up to `capacity` whole ids in a few flat arrays. A map of as many texts costs three times as much for each
 * event, because the texts outlive two garbage collections and are copied by both.
 */
export const createEventIdTable = (capacity: number): EventIdTable => {
	const mask = slotsFor(capacity) - 1;
	/** Entries by hash, each one more than its number; 0 is free. */
	const slots = new Int32Array(mask + 1);
	const sites = new Int32Array(capacity);
	const hashes = new Int32Array(capacity);
	/** Where each id starts among the units; it ends where the next one starts. */
	const starts = new Int32Array(capacity + 1);
	// Space for the longest ids takes no memory until something is written to it.
	const units = new Uint16Array(capacity * MAX_LENGTH.eventId);
	let size = 0;

	const isAt = (entry: number, site: number, id: string): boolean => {
		const start = starts[entry] as number;
		if (sites[entry] !== site || starts[entry + 1] !== start + id.length) return false;
		for (let at = 0; at < id.length; at++)
			if (units[start + at] !== id.charCodeAt(at)) return false;
		return true;
	};

	/** The slot of an id, or the free one where it would be. */
	const slotOf = (hash: number, site: number, id: string): number => {
		for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
			const entry = (slots[slot] as number) - 1;
			if (entry === -1 || (hashes[entry] === hash && isAt(entry, site, id))) return slot;
		}
	};

	return {
		find: (hash, site, id) => (slots[slotOf(hash, site, id)] as number) - 1,
		add: (hash, site, id) => {
			if (size === capacity || id.length > MAX_LENGTH.eventId)
				throw new RangeError(
					`The table takes ${capacity} ids of ${MAX_LENGTH.eventId} characters at most`,
				);
			const slot = slotOf(hash, site, id);
			const entry = size++;
			slots[slot] = entry + 1;
			sites[entry] = site;
			hashes[entry] = hash;
			const start = starts[entry] as number;
			for (let at = 0; at < id.length; at++) units[start + at] = id.charCodeAt(at);
			starts[entry + 1] = start + id.length;
			return entry;
		},
		size: () => size,
		clear: () => {
			slots.fill(0);
			size = 0;
		},
	};
};
