import type { Verdict } from "./verdict.ts";

/** Errors have occurred for the first time, or came back. */
export const newError = (errors: readonly { count: number }[]): Verdict => ({
	fires: errors.length > 0,
	value: errors.reduce((sum, { count }) => sum + count, 0),
});
