import type { Verdict } from "./verdict.ts";

/** Fewer measurements say too little about the slowest quarter. */
const LEAST_MEASUREMENTS = 30;
/**
 * Of so many measurements, their root divides by how much of itself a percentile is higher by chance: two standard errors
 * of the third quartile, with the spread that vitals of a site have.
 */
const CHANCE = 1.6;

/** A percentile of a web vital is poor by more than chance explains: few slow visits at night are no news. */
export const vitalPoor = ({
	value,
	samples,
	poor,
}: {
	value: number | null;
	/** How many measurements it is of. */
	samples: number;
	poor: number;
}): Verdict => {
	if (value === null || samples < LEAST_MEASUREMENTS)
		return { fires: undefined, value, threshold: poor, samples, waits: "measurements" };
	const needed = poor * (1 + CHANCE / Math.sqrt(samples));
	return { fires: value > needed, value, threshold: poor, samples };
};
