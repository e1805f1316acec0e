import { descendantsOf } from "../../product/process-tree.ts";

/** Kills all descendants of a process and, on request, the process itself, with SIGKILL. */
export const killTree = (pid: number, withItself: boolean): void => {
	for (const process_ of [...descendantsOf(pid), ...(withItself ? [pid] : [])])
		try {
			process.kill(process_, "SIGKILL");
		} catch {
			// It was faster.
		}
};
