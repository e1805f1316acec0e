import { childrenOf } from "../../product/process-tree.ts";

/** The descendants of a process, the last ones first. */
const descendantsOf = (pid: number): number[] =>
	childrenOf(pid).flatMap((child) => [...descendantsOf(child), child]);

/** Kills all descendants of a process and, on request, the process itself, with SIGKILL. */
export const killTree = (pid: number, withItself: boolean): void => {
	for (const process_ of [...descendantsOf(pid), ...(withItself ? [pid] : [])])
		try {
			process.kill(process_, "SIGKILL");
		} catch {
			// It was faster.
		}
};
