import { setImmediate } from "node:timers/promises";

/** The share of a turn of the event loop that work which can be done in parts may take. */
export interface EventLoopBudget {
	/** Resolves in a later turn where this one's share is used up; `undefined` where it is not. */
	wait(): Promise<void> | undefined;
}

export interface EventLoopBudgetOptions {
	/** What all such work together may take of one turn. */
	shareMs: number;
	/** Monotonic, in ms. */
	clock?: () => number;
	/** Resolves in the next turn. */
	nextTurn?: () => Promise<void>;
}

/**
 * Shares out the turns of the event loop by the clock, because pieces of work that are equal in number differ in length
 * a hundredfold. Everything that asks is counted together: ten batches at once must not take ten shares.
 */
export const eventLoopBudget = ({
	shareMs,
	clock = () => performance.now(),
	nextTurn = () => setImmediate(),
}: EventLoopBudgetOptions): EventLoopBudget => {
	let turn: { since: number; next: Promise<void> } | undefined;

	const currentTurn = () => {
		turn ??= {
			since: clock(),
			next: nextTurn().then(() => {
				turn = undefined;
			}),
		};
		return turn;
	};

	return {
		wait: () => {
			const { since, next } = currentTurn();
			return clock() - since < shareMs ? undefined : next;
		},
	};
};
