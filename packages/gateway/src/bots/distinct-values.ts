import type { RateRule } from "./rate-rules.ts";

/** Different values of something, each with the time when it was last seen; the one unseen for longest comes first. */
export type DistinctValues = Map<number, number>;

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** Numbers up to this are keys that take no memory of their own. */
export const SMALL_INTEGER = 0x3fff_ffff;

/** Stands for a text, which may be long. Two of thirty that collide by chance only make a rule one more patient. */
export const textHash = (text: string): number => {
	let hash = FNV_OFFSET;
	for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
	return hash & SMALL_INTEGER;
};

/**
 * Notes a value and returns whether more different ones than the rule allows were seen within its window. One more than
 * the limit is remembered: when all of those are younger than the window, it does not matter how many others there were.
 */
export const exceedsWith = (
	values: DistinctValues,
	{ limit, windowMs }: RateRule,
	value: number,
	now: number,
): boolean => {
	// The only value needs no new place in the order, and most clients stay with one.
	if (values.size > 1) values.delete(value);
	values.set(value, now);
	if (values.size <= limit) return false;
	for (const [oldest, seenAt] of values) {
		if (values.size === limit + 1) return now - seenAt < windowMs;
		values.delete(oldest);
	}
	return false;
};
