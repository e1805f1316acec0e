import type { FigureUnit } from "./number.ts";

export type VitalName = "lcp" | "inp" | "cls" | "fcp" | "ttfb";
export type VitalRating = "good" | "needs-improvement" | "poor";

interface Vital {
	unit: FigureUnit;
	/** The highest value that is good. */
	good: number;
	/** The highest value that is not poor. */
	tolerable: number;
}

/** Thresholds of web.dev/articles/vitals; times in milliseconds. */
export const VITAL_THRESHOLDS: Record<VitalName, Vital> = {
	lcp: { unit: "milliseconds", good: 2500, tolerable: 4000 },
	inp: { unit: "milliseconds", good: 200, tolerable: 500 },
	cls: { unit: "shift", good: 0.1, tolerable: 0.25 },
	fcp: { unit: "milliseconds", good: 1800, tolerable: 3000 },
	ttfb: { unit: "milliseconds", good: 800, tolerable: 1800 },
};

/** The rating of a measured value; `undefined` if nothing was measured. */
export const vitalRating = (vital: VitalName, value: number | null): VitalRating | undefined => {
	if (value === null) return undefined;
	const { good, tolerable } = VITAL_THRESHOLDS[vital];
	if (value <= good) return "good";
	return value <= tolerable ? "needs-improvement" : "poor";
};
