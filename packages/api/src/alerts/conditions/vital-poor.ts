import type { Verdict } from "./verdict.ts";

/** Fewer measurements say too little about the slowest quarter. */
const LEAST_MEASUREMENTS = 30;

/** A percentile of a web vital is above the number from which on it is poor. */
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
	return { fires: value > poor, value, threshold: poor, samples };
};
