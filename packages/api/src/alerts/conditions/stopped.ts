import type { Verdict } from "./verdict.ts";

/**
 * Nothing has happened for longer than the rhythm explains: so many times should it have happened meanwhile, by what is
 * usual at these hours of the week, that none is no chance. At hours in which nothing is usual, silence means nothing.
 */
export const stopped = ({
	now,
	since,
	expected,
	leastExpected,
	leastMs,
}: {
	now: number;
	/** When it happened last, ms since the epoch; undefined if it never did. */
	since: number | undefined;
	/** How often it is usual between then and now; undefined where too little is known. */
	expected: number | undefined;
	/** How often it must have been expected. */
	leastExpected: number;
	/** A shorter time is none, whatever is expected: events take a while to be stored. */
	leastMs: number;
}): Verdict => {
	if (since === undefined) return { fires: undefined, value: null, waits: "events" };
	if (expected === undefined) return { fires: undefined, value: 0, since, waits: "history" };
	return {
		fires: now - since >= leastMs && expected >= leastExpected,
		value: 0,
		expected,
		threshold: leastExpected,
		since,
	};
};
