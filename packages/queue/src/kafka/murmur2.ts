const MULTIPLIER = 0x5bd1e995;
const SEED = 0x9747b28c;

/**
 * The hash by which Kafka's own clients choose a partition, as a signed 32-bit integer, so that records of other
 * clients with the same key share our partition. Byte order and seed are those of the Java client.
 */
export const murmur2 = (key: Uint8Array): number => {
	const { length } = key;
	const whole = length & ~3;
	let hash = SEED ^ length;
	for (let index = 0; index < whole; index += 4) {
		let word =
			(key[index] ?? 0) |
			((key[index + 1] ?? 0) << 8) |
			((key[index + 2] ?? 0) << 16) |
			((key[index + 3] ?? 0) << 24);
		word = Math.imul(word, MULTIPLIER);
		word = Math.imul(word ^ (word >>> 24), MULTIPLIER);
		hash = Math.imul(hash, MULTIPLIER) ^ word;
	}
	if (whole < length) {
		for (let index = length - 1; index >= whole; index--)
			hash ^= (key[index] ?? 0) << (8 * (index - whole));
		hash = Math.imul(hash, MULTIPLIER);
	}
	hash = Math.imul(hash ^ (hash >>> 13), MULTIPLIER);
	return hash ^ (hash >>> 15);
};

/** A non-negative hash of the key; its remainder is the partition, as in the Java client. */
export const keyHash = (key: Uint8Array): number => murmur2(key) & 0x7fffffff;
