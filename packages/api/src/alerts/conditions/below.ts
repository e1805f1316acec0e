import type { Verdict } from "./verdict.ts";

/** The value is below a number. */
export const below = (value: number | null, threshold: number): Verdict => ({
	fires: value === null ? undefined : value < threshold,
	value,
	threshold,
	...(value === null && { waits: "measurements" }),
});
