/** Precision of a last use, because a write for every request would be too many. */
const LAST_USE_MS = 60_000;

/**
 * Records a last use. A request must not fail because this write does.
 * @param known when it was used before; the latest counts
 */
export const noteLastUse = async (
	known: readonly (Date | null | undefined)[],
	write: (now: Date) => { execute(): Promise<unknown> },
): Promise<void> => {
	const now = new Date();
	const last = Math.max(...known.map((at) => at?.getTime() ?? 0));
	if (now.getTime() - last < LAST_USE_MS) return;
	await write(now)
		.execute()
		.catch(() => {});
};
