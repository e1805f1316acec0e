import { fork } from "node:child_process";
import type { Logger } from "@footfall/shared/logger";
import { EXIT_MAY_PASS, EXIT_UNUSABLE, outwardExitCode } from "../faults/exit-codes.ts";
import type { ReadyMessage } from "./ready-message.ts";
import { type Child, createSupervisor } from "./supervisor.ts";

/** A process of the product. */
export interface ProductProcess {
	name: string;
	/** Arguments of the `footfall` command, such as `["gateway"]`. */
	command: string[];
	/** Called for each start, so that a restart can reuse what an earlier run was assigned, such as its port. */
	environment(): NodeJS.ProcessEnv;
	/** Node's own options. */
	nodeOptions?: readonly string[];
	/** Called each time the process is ready. */
	ready(message: ReadyMessage): void;
}

/**
 * Runs the processes of the product. An invalid configuration ends all of them, and so does a lack of memory before
 * any was ready. A missing disk or server ends all of them on a first start, when the address is probably wrong; later
 * the gateway keeps collecting while the others wait for it.
 */
export const superviseProcesses = (
	entry: string,
	processes: readonly ProductProcess[],
	log: Logger,
	isFirstStart: boolean,
	end: (name: Child["name"], exitCode: number) => void,
) => {
	const ready = new Set<Child["name"]>();
	const isEnd = (name: Child["name"], exitCode: number): boolean => {
		if (exitCode === EXIT_UNUSABLE) return true;
		return exitCode === EXIT_MAY_PASS ? isFirstStart && !ready.has(name) : ready.size === 0;
	};
	const { keep, stop } = createSupervisor({
		kind: "process",
		log,
		gaveUp: (name, exitCode) => {
			if (!isEnd(name, exitCode)) return false;
			end(name, outwardExitCode(exitCode));
			return true;
		},
	});
	for (const { name, command, environment, nodeOptions = [], ready: isReady } of processes)
		keep(() => {
			const child = fork(entry, command, {
				execArgv: [...process.execArgv, ...nodeOptions],
				env: { ...process.env, ...environment() },
				stdio: ["ignore", "inherit", "inherit", "ipc"],
			});
			child.on("message", (message) => {
				ready.add(name);
				isReady(message as ReadyMessage);
			});
			return { name, process: child };
		});
	return { stop };
};
