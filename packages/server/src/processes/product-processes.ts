import { fork } from "node:child_process";
import type { Logger } from "@footfall/shared/logger";
import { EXIT_UNUSABLE } from "../faults/exit-codes.ts";
import type { ReadyMessage } from "./ready-message.ts";
import { type Child, createSupervisor } from "./supervisor.ts";

/** A process of the product. */
export interface ProductProcess {
	name: string;
	/** Arguments of the `footfall` command, such as `["gateway"]`. */
	command: string[];
	/** Called for each start, so that a restart can keep what an earlier life was given, such as its port. */
	environment(): NodeJS.ProcessEnv;
	/** Options of Node itself. */
	nodeOptions?: readonly string[];
	/** Called each time the process is ready. */
	ready(message: ReadyMessage): void;
}

/**
 * Runs the processes of the product. One whose configuration cannot be used ends all of them, and so does one that lacks
 * memory or a disk before any of them was ready.
 */
export const superviseProcesses = (
	entry: string,
	processes: readonly ProductProcess[],
	log: Logger,
	end: (name: Child["name"], exitCode: number) => void,
) => {
	let wasAnyReady = false;
	const { keep, stop } = createSupervisor({
		kind: "process",
		log,
		gaveUp: (name, exitCode) => {
			const isEnd = exitCode === EXIT_UNUSABLE || !wasAnyReady;
			if (isEnd) end(name, exitCode);
			return isEnd;
		},
	});
	for (const { name, command, environment, nodeOptions = [], ready } of processes)
		keep(() => {
			const child = fork(entry, command, {
				execArgv: [...process.execArgv, ...nodeOptions],
				env: { ...process.env, ...environment() },
				stdio: ["ignore", "inherit", "inherit", "ipc"],
			});
			child.on("message", (message) => {
				wasAnyReady = true;
				ready(message as ReadyMessage);
			});
			return { name, process: child };
		});
	return { stop };
};
