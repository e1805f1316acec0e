import { stopped } from "./stopped.ts";
import type { Verdict } from "./verdict.ts";

/** Sessions come in groups, so that fewer can be missing by chance. */
const LEAST_SESSIONS = 20;
const LEAST_MS = 10 * 60_000;

/** No event has arrived for a time in which the site usually has many sessions. */
export const silent = (
	known: Omit<Parameters<typeof stopped>[0], "leastExpected" | "leastMs">,
): Verdict => stopped({ ...known, leastExpected: LEAST_SESSIONS, leastMs: LEAST_MS });
