import { readFileSync } from "node:fs";

/** The ids of a process's living children; empty once it is gone. Linux only. */
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

/** The arguments of a process's command line; empty once it is gone. */
export const commandOf = (pid: number): string[] => {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
	} catch {
		return [];
	}
};

/** The descendants of a process, the last ones first. */
export const descendantsOf = (pid: number): number[] =>
	childrenOf(pid).flatMap((child) => [...descendantsOf(child), child]);

/** A line about a process: its id, state, seconds of processor time, and command. */
export const stateOf = (pid: number): string => {
	try {
		// The name in parentheses may contain anything.
		const [, rest = ""] = /.*\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
		const fields = rest.split(" ");
		const ticks = Number(fields[11]) + Number(fields[12]);
		return `${pid} ${fields[0]} ${ticks / 100} s: ${commandOf(pid).join(" ").slice(0, 150)}`;
	} catch {
		return `${pid} has ended`;
	}
};

/**
 * Whether a process is still running. An ended one keeps its id, without a command, until its parent reads its exit
 * code: in a container perhaps never.
 */
export const isRunning = (pid: number): boolean => commandOf(pid).join("") !== "";

/** The process of a role below its supervisor; 0 while it does not exist. */
export const roleOf = (supervisor: number, role: string): number =>
	childrenOf(supervisor).find((child) => commandOf(child).includes(role)) ?? 0;
