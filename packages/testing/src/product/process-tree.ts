import { readFileSync } from "node:fs";

/** The processes that a process has started and that live, by their ids; none once it is gone. Linux only. */
export const childrenOf = (pid: number): number[] => {
	try {
		return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
			.split(" ")
			.filter(Boolean)
			.map(Number);
	} catch {
		return [];
	}
};

/** The words of a process's command line; none once it is gone. */
export const commandOf = (pid: number): string[] => {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
	} catch {
		return [];
	}
};

/**
 * Whether a process has not ended. One that has keeps its id, without a command, until somebody asks for its exit code: in a
 * container perhaps for ever.
 */
export const isRunning = (pid: number): boolean => commandOf(pid).join("") !== "";

/** The process of a role below its supervisor; 0 while there is none. */
export const roleOf = (supervisor: number, role: string): number =>
	childrenOf(supervisor).find((child) => commandOf(child).includes(role)) ?? 0;
