import { type Direction, LEAST_DIFFERENCE, type Verdict } from "./verdict.ts";

/** Differences of counts up to so many standard deviations are chance. */
const CHANCE = 3;

/**
 * The value differs from the same time last week by a share of it. Of counts, a difference that chance explains is none,
 * whatever its share: two sessions in place of one are no news.
 */
export const change = ({
	value,
	before,
	share,
	direction,
	isCount,
}: {
	value: number | null;
	/** Of the same time last week; null where it is unknown. */
	before: number | null;
	share: number;
	direction: Direction;
	isCount: boolean;
}): Verdict => {
	if (value === null) return { fires: undefined, value, waits: "measurements" };
	if (before === null) return { fires: undefined, value, waits: "history" };
	const difference = value - before;
	const floor = isCount
		? Math.max(LEAST_DIFFERENCE, CHANCE * Math.sqrt(Math.max(value, 0) + Math.max(before, 0)))
		: Number.MIN_VALUE;
	const needed = Math.max(Math.abs(before) * share, floor);
	const isWanted = direction === "any" || (direction === "up") === difference > 0;
	return {
		fires: isWanted && Math.abs(difference) >= needed,
		value,
		expected: before,
		threshold: difference < 0 ? before - needed : before + needed,
	};
};
