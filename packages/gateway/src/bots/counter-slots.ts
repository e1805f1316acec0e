/** Finds the counters of a key: the number of a slot, and whether it held another key's counters before. */
export interface CounterSlots {
	/** @param stamp larger for later times */
	of(key: number, stamp: number): number;
	/** Whether the latest slot is the key's for the first time. */
	isNew(): boolean;
}

/** Slots that one key may use; a new key gets the least recently used one. */
const WAYS = 4;

/**
 * Assigns slots of flat arrays to keys, which needs no objects and causes no garbage collection. `slots` is a power of
 * two; when there are more keys, the least active ones lose their counters.
 */
export const createCounterSlots = (slots: number): CounterSlots => {
	const keys = new Int32Array(slots);
	const stamps = new Float64Array(slots);
	let isNew = false;
	return {
		of: (hash, stamp) => {
			// 0 marks a free slot.
			const key = hash | 0 || 1;
			const first = (Math.imul(key, 0x9e3779b1) >>> 0) & (slots - 1) & ~(WAYS - 1);
			let oldest = first;
			for (let slot = first; slot < first + WAYS; slot++) {
				if (keys[slot] === key) {
					stamps[slot] = stamp;
					isNew = false;
					return slot;
				}
				if ((stamps[slot] as number) < (stamps[oldest] as number)) oldest = slot;
			}
			keys[oldest] = key;
			stamps[oldest] = stamp;
			isNew = true;
			return oldest;
		},
		isNew: () => isNew,
	};
};

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** A number in place of a text, which may be long. Two texts that collide by chance are counted together. */
export const textHash = (text: string, seed = 0): number => {
	let hash = FNV_OFFSET ^ seed;
	for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
	return hash | 0;
};
