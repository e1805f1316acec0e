import { stopped } from "./stopped.ts";
import type { Verdict } from "./verdict.ts";

const LEAST_CONVERSIONS = 15;
/** Conversions belong to the beginning of their session, which may have been a while ago. */
const LEAST_MS = 45 * 60_000;

/** Nobody has reached a goal for a time in which many usually do. */
export const goalStopped = (
	known: Omit<Parameters<typeof stopped>[0], "leastExpected" | "leastMs">,
): Verdict => stopped({ ...known, leastExpected: LEAST_CONVERSIONS, leastMs: LEAST_MS });
