import { childrenOf } from "../../product/process-tree.ts";

/** The processes that a process has started, and those that these have, the last ones first. */
const descendantsOf = (pid: number): number[] =>
	childrenOf(pid).flatMap((child) => [...descendantsOf(child), child]);

/** Kills all that a process has started and, on request, the process itself, without a chance to do anything more. */
export const killTree = (pid: number, withItself: boolean): void => {
	for (const process_ of [...descendantsOf(pid), ...(withItself ? [pid] : [])])
		try {
			process.kill(process_, "SIGKILL");
		} catch {
			// It was faster.
		}
};
