import { pause } from "./pause.ts";

export interface RetryOptions {
	/** Before the second attempt; each further pause is twice as long. */
	pauseMs: number;
	/** The longest pause; all are equally long when it is left out. */
	longestPauseMs?: number;
	/** Whether there is to be another attempt after this failure, the first of which is 1; always unless given. */
	shouldRetry?(error: unknown, failures: number, pauseMs: number): boolean;
	/** Called before the pause after each failure that is followed by another attempt. */
	onRetry?(error: unknown): void;
	/** Aborting it ends the pause, and with it the attempts. */
	signal?: AbortSignal;
	/** Asked after each pause; always unless given. */
	isWanted?(): boolean;
}

/**
 * Repeats what fails until it succeeds. It is attempted at least once, even when the signal is aborted already.
 * @throws the last failure, when it is not to be repeated or nobody wants the result any more
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
