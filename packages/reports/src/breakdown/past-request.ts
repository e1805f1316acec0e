import type { PastRequest } from "../past/fit-past.ts";
import { isSwitchedOff } from "../past/imported-answer.ts";
import type { Breakdown } from "./breakdowns.ts";

/** What imported sums must hold to count in the rows of a kind. */
const IMPORTED_METRICS: Readonly<Record<Breakdown["kind"], PastRequest["metrics"]>> = {
	occurrences: ["events"],
	sessions: ["sessions", "bounce_rate"],
	titles: ["sessions", "pageviews", "bounce_rate"],
	pages: ["sessions", "pageviews", "bounce_rate"],
};

/** What a breakdown asks of imported sums. */
export const pastRequestOf = (
	parameter: string,
	kind: Breakdown["kind"],
	given: { imported?: string | undefined },
): PastRequest => ({
	dimension: parameter,
	metrics: IMPORTED_METRICS[kind],
	isSwitchedOff: isSwitchedOff(given),
});
