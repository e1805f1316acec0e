/** Steps of a heat map's colour, the first of them for zero. */
export const HEAT_LEVELS = 5;

/** The step of a value between 0 and `max`, 0 only for zero. */
export const heatLevel = (value: number | null, max: number): number => {
	if (value === null || value <= 0 || max <= 0) return 0;
	const most = HEAT_LEVELS - 1;
	return Math.min(most, Math.max(1, Math.ceil((value / max) * most)));
};

/** A cohort as the API returns it. */
export interface CohortAnswer {
	size: number;
	/** The percentage, 0 to 100, who returned that many periods later; `null` if nobody did. */
	percentages: readonly (number | null)[];
}

export interface Cohort {
	/** First day, as a wall time. */
	start: number;
	size: number;
	/** `undefined` for a period in the future. */
	percentages: readonly (number | undefined)[];
}

/**
 * Cohorts in order of time. The API returns `null` both when nobody returned and when the period has not begun: future
 * periods are left out, and nobody is 0.
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
