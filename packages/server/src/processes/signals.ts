import { constants } from "node:os";
import { Worker } from "node:worker_threads";

const STOP_SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Exits with the code by which shells and supervisors recognise a process killed by a signal. */
const endAtOnce = (signal: NodeJS.Signals): never => process.exit(128 + constants.signals[signal]);

/**
 * Until a role runs, a signal ends the process at once: there is nothing to finish that a crash would lose. This is
 * the system's default, even while an engine blocks the event loop, except for the first process of a container.
 */
export const endAtSignals = (): void => {
	if (process.pid !== 1) return;
	for (const signal of STOP_SIGNALS) process.on(signal, endAtOnce);
};

/** Calls `stop` at each signal that asks the process to end. */
export const onStopSignals = (stop: () => void): void => {
	for (const signal of STOP_SIGNALS) {
		process.off(signal, endAtOnce);
		process.on(signal, stop);
	}
};

/**
 * Kills this process after a timeout in any case, from a thread of its own, because an engine can block the event
 * loop, and because Node waits for the engine's threads before it exits.
 */
export const killAfter = (ms: number): void => {
	const script = `setTimeout(() => process.kill(${process.pid}, "SIGKILL"), ${ms})`;
	new Worker(script, { eval: true, stdin: false }).unref();
};

/** A function that ends this process, once, with a code or, if that is 0, with the one that `stop` resolves to. */
export const leaveOnce = (stop: () => Promise<number>) => {
	let isLeaving = false;
	return async (code: number): Promise<void> => {
		if (isLeaving) return;
		isLeaving = true;
		const stopped = await stop();
		process.exit(code === 0 ? stopped : code);
	};
};
