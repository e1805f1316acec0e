import type { Verdict } from "./verdict.ts";

/** The value is above a number. */
export const above = (value: number | null, threshold: number): Verdict => ({
	fires: value === null ? undefined : value > threshold,
	value,
	threshold,
	...(value === null && { waits: "measurements" }),
});
