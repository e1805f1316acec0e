import { setImmediate } from "node:timers/promises";

/**
 * Splits long work over several turns of the event loop by the clock, because equal numbers of work items differ in
 * length a hundredfold. All callers share one budget: ten batches at once must not take ten shares. Returns a function
 * that resolves in a later turn once this turn's share is spent; `undefined` while it is not.
 * @param shareMs share of a turn for all callers together
 * @param clock monotonic, in ms
 * @param nextTurn resolves in the next turn
 */
export const createEventLoopBudget = (
	shareMs: number,
	clock: () => number = () => performance.now(),
	nextTurn: () => Promise<void> = () => setImmediate(),
) => {
	let turn: { since: number; next: Promise<void> } | undefined;

	return (): Promise<void> | undefined => {
		turn ??= {
			since: clock(),
			next: nextTurn().then(() => {
				turn = undefined;
			}),
		};
		return clock() - turn.since < shareMs ? undefined : turn.next;
	};
};
