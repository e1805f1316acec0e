export interface PeriodicJobOptions {
	/** Pause after each run, or a function of the run's duration. */
	pauseMs: number | ((tookMs: number) => number);
	/** Whether it runs at once; otherwise a pause comes first. True unless given. */
	immediately?: boolean;
	/** Called with each failure before it is closed; `isRepeated` if the previous run failed with the same message. */
	failed(error: unknown, isRepeated: boolean): void;
}

/** Work that is repeated, one run at a time. */
export interface PeriodicJob {
	/** Runs it once more as soon as the current run has ended; resolves after that, even if it failed. */
	now(): Promise<void>;
	/** Aborts the signal of the current run and resolves when that has ended; no other follows. */
	close(): Promise<void>;
}

/** Repeats `run`, even after a failure. Its pauses do not keep the process alive. */
export const startPeriodicJob = (
	run: (signal: AbortSignal) => void | Promise<void>,
	{ pauseMs, immediately = true, failed }: PeriodicJobOptions,
): PeriodicJob => {
	const closing = new AbortController();
	const { signal } = closing;
	const pauseAfter = (tookMs: number) =>
		typeof pauseMs === "number" ? pauseMs : Math.max(0, pauseMs(tookMs));
	let timer: NodeJS.Timeout | undefined;
	let current: Promise<void> | undefined;
	let next: Promise<void> | undefined;
	let lastFailure: string | undefined;

	const runAndReport = async (): Promise<void> => {
		try {
			await run(signal);
			lastFailure = undefined;
		} catch (error) {
			if (!signal.aborted) failed(error, lastFailure === String(error));
			lastFailure = String(error);
		}
	};

	/** The interval ends with the run that it starts; the pause is counted from the end of that run. */
	const runAfter = (ms: number) => {
		if (!signal.aborted) timer = setInterval(start, ms).unref();
	};

	const start = (): Promise<void> => {
		next = undefined;
		clearInterval(timer);
		if (signal.aborted) return Promise.resolve();
		const startedAt = performance.now();
		current = runAndReport().finally(() => {
			current = undefined;
			runAfter(pauseAfter(performance.now() - startedAt));
		});
		return current;
	};

	if (immediately) void start();
	else runAfter(pauseAfter(0));

	return {
		now: () => {
			if (current === undefined) return start();
			next ??= current.then(start);
			return next;
		},
		close: async () => {
			closing.abort();
			clearInterval(timer);
			await current;
		},
	};
};
