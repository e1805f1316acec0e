import type { Hash } from "./hash.ts";

const HOUR_MS = 60 * 60 * 1000;
const FIRST_SLOTS = 1024;
const MAX_LOAD = 0.7;

/** A set of 64-bit hashes in open addressing: 8 bytes a slot, at most 70 % of the slots in use. */
const createHashSet = () => {
	let slots = FIRST_SLOTS;
	// An empty slot is 0/0, so that hash is stored separately.
	let table = new Uint32Array(2 * slots);
	let size = 0;
	let hasZero = false;

	const slotOf = ({ high, low }: Hash): number => {
		let slot = low & (slots - 1);
		for (;;) {
			const high0 = table[2 * slot];
			const low0 = table[2 * slot + 1];
			if ((high0 === 0 && low0 === 0) || (high0 === high && low0 === low)) return slot;
			slot = (slot + 1) & (slots - 1);
		}
	};
	const isZero = ({ high, low }: Hash) => high === 0 && low === 0;
	const isEmpty = (slot: number) => table[2 * slot] === 0 && table[2 * slot + 1] === 0;

	const put = (hash: Hash) => {
		const slot = slotOf(hash);
		table[2 * slot] = hash.high;
		table[2 * slot + 1] = hash.low;
	};

	const hashIn = (from: Uint32Array, slot: number): Hash => ({
		high: from[2 * slot] ?? 0,
		low: from[2 * slot + 1] ?? 0,
	});

	const grow = () => {
		const before = table;
		const slotsBefore = slots;
		slots *= 2;
		table = new Uint32Array(2 * slots);
		for (let slot = 0; slot < slotsBefore; slot++) {
			const hash = hashIn(before, slot);
			if (!isZero(hash)) put(hash);
		}
	};

	return {
		has: (hash: Hash) => (isZero(hash) ? hasZero : !isEmpty(slotOf(hash))),
		add: (hash: Hash) => {
			if (isZero(hash)) {
				hasZero = true;
				return;
			}
			if (!isEmpty(slotOf(hash))) return;
			if (++size > slots * MAX_LOAD) grow();
			put(hash);
		},
		delete: (hash: Hash) => {
			if (isZero(hash)) {
				hasZero = false;
				return;
			}
			let slot = slotOf(hash);
			if (isEmpty(slot)) return;
			size--;
			table.fill(0, 2 * slot, 2 * slot + 2);
			// Hashes after the freed slot are inserted again, so that no probe ends too early.
			for (slot = (slot + 1) & (slots - 1); !isEmpty(slot); slot = (slot + 1) & (slots - 1)) {
				const moved = hashIn(table, slot);
				table.fill(0, 2 * slot, 2 * slot + 2);
				put(moved);
			}
		},
		bytes: () => table.byteLength,
	};
};

/**
 * Remembers ids in one set per hour of receipt, so that forgetting is dropping a set. An id counts as
 * repeated for the window and up to an hour more. Takes 11 to 23 bytes per id: 11 to 23 MB per million. Two
 * of ten million ids share their 64 bits with a chance of 3 in a million.
 */
export const createSeenIds = (windowMs: number) => {
	const hours = new Map<number, ReturnType<typeof createHashSet>>();
	const hourOf = (time: number) => Math.floor(time / HOUR_MS);

	const remember = (id: Hash, receivedAt: number) => {
		const hour = hourOf(receivedAt);
		let set = hours.get(hour);
		if (set === undefined) {
			set = createHashSet();
			hours.set(hour, set);
		}
		set.add(id);
	};

	return {
		/** Whether an id was seen up to `windowMs` before or after; if not, it is remembered as seen at that time. */
		isRepeated: (id: Hash, receivedAt: number): boolean => {
			const first = hourOf(receivedAt - windowMs);
			const last = hourOf(receivedAt + windowMs);
			for (const [hour, set] of hours)
				if (hour >= first && hour <= last && set.has(id)) return true;
			remember(id, receivedAt);
			return false;
		},
		remember,
		forget: (id: Hash) => {
			for (const set of hours.values()) set.delete(id);
		},
		/** Drops the hours before the hour of the given time. */
		forgetBefore: (time: number) => {
			const first = hourOf(time);
			for (const hour of hours.keys()) if (hour < first) hours.delete(hour);
		},
		bytes: () => [...hours.values()].reduce((sum, set) => sum + set.bytes(), 0),
	};
};
