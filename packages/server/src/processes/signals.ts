import { constants } from "node:os";
import { Worker } from "node:worker_threads";

const STOP_SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** What shells and supervisors know a process by that a signal ended. */
const endAtOnce = (signal: NodeJS.Signals): never => process.exit(128 + constants.signals[signal]);

/**
 * Until a role runs, a signal ends the process at once, whatever it waits for: there is nothing to finish that a crash
 * would lose. That is what the system does by itself, also while an engine holds up the event loop, except to the first
 * process of a container, which has to say so.
 */
export const endAtSignals = (): void => {
	if (process.pid !== 1) return;
	for (const signal of STOP_SIGNALS) process.on(signal, endAtOnce);
};

/** From now on `stop` is called at each signal that asks the process to end. */
export const onStopSignals = (stop: () => void): void => {
	for (const signal of STOP_SIGNALS) {
		process.off(signal, endAtOnce);
		process.on(signal, stop);
	}
};

/**
 * Kills this process after so long, come what may: from a thread of its own, because an engine can hold up the event
 * loop, and also what Node does to exit waits for the engine's threads.
 */
export const killAfter = (ms: number): void => {
	const script = `setTimeout(() => process.kill(${process.pid}, "SIGKILL"), ${ms})`;
	new Worker(script, { eval: true, stdin: false }).unref();
};
