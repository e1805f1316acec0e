import { pause } from "./pause.ts";

export interface RetryOptions {
	/** Pause before the second attempt; each further pause is twice as long. */
	pauseMs: number;
	/** The longest pause; without it, all are equally long. */
	longestPauseMs?: number;
	/** Whether to retry after this failure, counted from 1; always unless given. */
	shouldRetry?(error: unknown, failures: number, pauseMs: number): boolean;
	/** Called before the pause after each failure that is followed by another attempt. */
	onRetry?(error: unknown): void;
	/** Aborting it ends the pause and the retries. */
	signal?: AbortSignal;
	/** Whether to continue, checked after each pause; always unless given. */
	isWanted?(): boolean;
}

/**
 * Retries until it succeeds. Makes at least one attempt, even if the signal is aborted already.
 * @throws the last failure, if it must not be retried or the result is no longer needed
 */
export const retry = async <Result>(
	attempt: () => Result | Promise<Result>,
	{
		pauseMs: firstPauseMs,
		longestPauseMs = firstPauseMs,
		shouldRetry = () => true,
		onRetry,
		signal,
		isWanted = () => true,
	}: RetryOptions,
): Promise<Result> => {
	for (
		let failures = 1, pauseMs = firstPauseMs;
		;
		failures++, pauseMs = Math.min(2 * pauseMs, longestPauseMs)
	)
		try {
			return await attempt();
		} catch (error) {
			if (!shouldRetry(error, failures, pauseMs)) throw error;
			onRetry?.(error);
			if (!(await pause(pauseMs, signal)) || !isWanted()) throw error;
		}
};
