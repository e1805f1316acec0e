import type { RateRule } from "./rate-rules.ts";

/** Different values of something, numbers from 0 on, each with the time when it was last seen. */
export interface DistinctValues {
	/** The only one, -1 for none: nearly every client has one, which then needs no lists. */
	value: number;
	at: number;
	/** All of them, once there are several. They are few, so a walk over two short arrays beats a map. */
	several: { values: number[]; seenAt: number[]; latest: number } | undefined;
}

export const noValues = (): DistinctValues => ({ value: -1, at: 0, several: undefined });

export const forgetValues = (values: DistinctValues): void => {
	values.value = -1;
	values.several = undefined;
};

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
	if (values.several === undefined) {
		if (values.value === value || values.value === -1) {
			values.value = value;
			values.at = now;
			return false;
		}
		values.several = { values: [values.value], seenAt: [values.at], latest: 0 };
	}
	const { several } = values;
	const { values: all, seenAt } = several;
	if (all[several.latest] !== value) {
		const known = all.indexOf(value);
		if (known !== -1) several.latest = known;
		else if (all.length <= limit) several.latest = all.length;
		else several.latest = seenAt.indexOf(Math.min(...seenAt));
		all[several.latest] = value;
	}
	seenAt[several.latest] = now;
	return all.length > limit && seenAt.every((at) => now - at < windowMs);
};
