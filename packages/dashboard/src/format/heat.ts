/** Steps of a heat map's colour, the first of them for nothing. */
export const HEAT_LEVELS = 5;

/** The step of a value between 0 and `max`, 0 only for nothing. */
export const heatLevel = (value: number | null, max: number): number => {
	if (value === null || value <= 0 || max <= 0) return 0;
	const most = HEAT_LEVELS - 1;
	return Math.min(most, Math.max(1, Math.ceil((value / max) * most)));
};

/** A cohort as the API answers it. */
export interface CohortAnswer {
	size: number;
	/** Of those, 0 to 100, who came again so many periods later; `null` where nobody did. */
	percentages: readonly (number | null)[];
}

export interface Cohort {
	/** First day, as a wall time. */
	start: number;
	size: number;
	/** `undefined` where that period is still to come. */
	percentages: readonly (number | undefined)[];
}

/**
 * Cohorts in order of time. The API answers `null` both where nobody came again and where the period has not begun: what is
 * still to come is left out, and nobody is zero.
 * @param periodMs a day or a week
 * @param now as a wall time
 */
export const cohortsOf = (
	answer: Readonly<Record<string, CohortAnswer>>,
	{ periodMs, now, parse }: { periodMs: number; now: number; parse(day: string): number },
): Cohort[] =>
	Object.entries(answer)
		.map(([day, { size, percentages }]) => {
			const start = parse(day);
			return {
				start,
				size,
				percentages: percentages.map((percentage, later) =>
					start + later * periodMs > now ? undefined : (percentage ?? 0),
				),
			};
		})
		.sort((one, other) => one.start - other.start);
