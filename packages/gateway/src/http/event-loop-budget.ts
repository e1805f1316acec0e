import { setImmediate } from "node:timers/promises";

/** The share of each turn of the event loop that long work may take. */
export interface EventLoopBudget {
	/** Resolves in a later turn once this turn's share is spent; `undefined` while it is not. */
	wait(): Promise<void> | undefined;
}

export interface EventLoopBudgetOptions {
	/** Share of a turn for all callers together. */
	shareMs: number;
	/** Monotonic, in ms. */
	clock?: () => number;
	/** Resolves in the next turn. */
	nextTurn?: () => Promise<void>;
}

/**
 * Splits long work over several turns by the clock, because equally many pieces of work differ in length a hundredfold.
 * All callers share one budget: ten batches at once must not take ten shares.
 */
export const eventLoopBudget = ({
	shareMs,
	clock = () => performance.now(),
	nextTurn = () => setImmediate(),
}: EventLoopBudgetOptions): EventLoopBudget => {
	let turn: { since: number; next: Promise<void> } | undefined;

	return {
		wait: () => {
			turn ??= {
				since: clock(),
				next: nextTurn().then(() => {
					turn = undefined;
				}),
			};
			return clock() - turn.since < shareMs ? undefined : turn.next;
		},
	};
};
