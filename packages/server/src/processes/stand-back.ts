import { readdirSync } from "node:fs";
import { getPriority, setPriority } from "node:os";

/** Low enough that a gateway on the same cores gets nine tenths of them while both are busy. */
const NICER_BY = 10;
const NICEST = 19;

const codeOf = (error: unknown) => (error as { info?: { code?: string } }).info?.code;

/**
 * Lowers this process's priority below the product's others. On Linux each thread has its own priority, inherited by
 * the threads that it creates, so call it before the engines create theirs. Elsewhere a process's threads share one.
 * @returns why the system refused; undefined on success
 */
export const standBack = (): string | undefined => {
	const priority = Math.min(NICEST, getPriority() + NICER_BY);
	const threads =
		process.platform === "linux" ? readdirSync("/proc/self/task").map(Number) : [process.pid];
	for (const thread of threads)
		try {
			setPriority(thread, priority);
		} catch (error) {
			// Otherwise it has ended meanwhile.
			if (codeOf(error) !== "ESRCH") return String(error);
		}
	return undefined;
};
