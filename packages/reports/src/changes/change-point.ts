/** A bucket of a series. */
export interface SeriesPoint {
	/** What recurs, such as the day of the week; the mean of a phase is no change. */
	phase: number;
	value: number;
}

/**
 * The place from which a series departs: of all steps that it may have made, the one that fits best by least squares,
 * beside a level of its own for each phase. Undefined for a series without a step.
 * @param points in order of time
 */
export const changePointOf = (points: readonly SeriesPoint[]): number | undefined => {
	const total = new Map<number, { count: number; sum: number; after: number }>();
	for (const { phase, value } of points) {
		const known = total.get(phase) ?? { count: 0, sum: 0, after: 0 };
		total.set(phase, { count: known.count + 1, sum: known.sum + value, after: known.after + 1 });
	}
	let best: { place: number; gain: number } | undefined;
	/** Sums over all points of step × value, less the phases' means. */
	let covariance = 0;
	let variance = 0;
	const shareOf = ({ count, after }: { count: number; after: number }) =>
		after - (after * after) / count;
	// The step begins before the first point, and then moves on by one.
	for (let place = 1; place < points.length; place++) {
		const passed = points[place - 1];
		const known = passed && total.get(passed.phase);
		if (!passed || !known) continue;
		const mean = known.sum / known.count;
		variance -= shareOf(known);
		known.after -= 1;
		variance += shareOf(known);
		covariance -= passed.value - mean;
		if (variance <= 1e-9) continue;
		const gain = (covariance * covariance) / variance;
		if (gain > (best?.gain ?? 1e-9)) best = { place, gain };
	}
	return best?.place;
};

/**
 * The place from which a segment departs: for one that was never there before that of its first unit, and for one that is
 * gone the place after its last.
 * @param boundary the place of the first point of the later period
 */
export const departureOf = (
	points: readonly SeriesPoint[],
	boundary: number,
): number | undefined => {
	const isThere = ({ value }: SeriesPoint) => value !== 0;
	const first = points.findIndex(isThere);
	if (first >= boundary) return first;
	const last = points.findLastIndex(isThere);
	if (last >= 0 && last < boundary) return Math.min(last + 1, points.length - 1);
	return changePointOf(points);
};
