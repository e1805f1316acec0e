import { readdirSync } from "node:fs";
import { getPriority, setPriority } from "node:os";

/** Enough that a gateway on the same cores gets nine tenths of them while both are busy. */
const NICER_BY = 10;
const NICEST = 19;

const codeOf = (error: unknown) => (error as { info?: { code?: string } }).info?.code;

/**
 * Lets the processes beside this one go first. On Linux each thread has a priority of its own, which the threads that it
 * makes inherit: call it before the engines make theirs. Elsewhere the threads of a process share one.
 * @returns why the system did not let it, undefined where it did
 */
export const standBack = (): string | undefined => {
	const priority = Math.min(NICEST, getPriority() + NICER_BY);
	const threads =
		process.platform === "linux" ? readdirSync("/proc/self/task").map(Number) : [process.pid];
	for (const thread of threads)
		try {
			setPriority(thread, priority);
		} catch (error) {
			// Else it has ended meanwhile.
			if (codeOf(error) !== "ESRCH") return String(error);
		}
	return undefined;
};
