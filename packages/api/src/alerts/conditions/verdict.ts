/** Whether a condition is met, and the numbers that explain it. */
export interface Verdict {
	/** undefined where too little is known to say. */
	fires: boolean | undefined;
	value: number | null;
	/** What is usual, or what it was before. */
	expected?: number;
	/** The number that the value crossed, or would have to. */
	threshold?: number;
	/** ms since the epoch: since when nothing happened. */
	since?: number;
	/** How many weeks were compared, or how many measurements there are. */
	samples?: number;
	/** Why it cannot be said. */
	waits?: "history" | "events" | "measurements";
}

/** In which direction a difference is worth telling. */
export type Direction = "any" | "up" | "down";

/** The smallest difference of counts that is told: less is noise on any site. */
export const LEAST_DIFFERENCE = 10;
