/** Adds to a count by reason; nothing for 0. */
export const addCount = (counts: Record<string, number>, reason: string, count = 1): void => {
	if (count > 0) counts[reason] = (counts[reason] ?? 0) + count;
};
