/**
 * Rows of a series with one for every bucket of the range, in order of time. Without known buckets, because
 * the range is open, the rows stay as they are.
 */
export const withoutGaps = <Row extends { time: string }>(
	rows: readonly Row[],
	times: readonly string[] | undefined,
	nothingAt: (time: string) => Row,
): Row[] => {
	if (times === undefined) return [...rows];
	const found = new Map(rows.map((row) => [row.time, row]));
	const filled = times.map((time) => found.get(time) ?? nothingAt(time));
	const known = new Set(times);
	// The store's table of time zones may be another year's than ours: no row is lost over that.
	const unexpected = rows.filter(({ time }) => !known.has(time));
	if (unexpected.length === 0) return filled;
	return [...filled, ...unexpected].sort((one, other) => (one.time < other.time ? -1 : 1));
};
