import { type ChildProcess, fork } from "node:child_process";
import type { Logger } from "@footfall/shared/logger";
import { EXIT_SHORTAGE, EXIT_UNUSABLE, exitCodeOf } from "../faults/exit-codes.ts";
import { OUT_OF_MEMORY } from "../faults/start-fault.ts";
import { memoryKills } from "./memory-kills.ts";

export interface Supervised {
	name: string;
	/** Arguments of the `footfall` command, such as `["gateway"]`. */
	command: string[];
	/** Asked at each start, so that a restart can keep what an earlier life was given, such as its port. */
	environment(): NodeJS.ProcessEnv;
	/** Options of Node itself. */
	nodeOptions?: readonly string[];
	/** Called each time the process says that it is ready, with what it said. */
	ready(message: ReadyMessage): void;
}

export interface ReadyMessage {
	ready: true;
	/** Lines to show the person who started the product. */
	announcement?: Announcement;
}

/** What a first start has to tell its owner, once. */
export interface Announcement {
	port?: number;
	firstStart?: FirstStart;
	siteId?: string;
}

export interface FirstStart {
	email: string;
	/** Absent when the operator chose it. */
	password?: string;
	apiKey: string;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** A process that lived this long starts its next life without a pause. */
const SETTLED_MS = 30_000;

/**
 * Keeps child processes running: one that dies is started again, after a pause that doubles while it keeps
 * dying. A process that exits because its configuration cannot be used ends the whole product instead, and so does
 * one that lacks memory or a disk while none has been ready yet. Once one has, it goes on alone.
 * `stop` sends SIGTERM, waits `graceMs`, then SIGKILL; it resolves with the exit code to leave with.
 */
export const supervise = (
	entry: string,
	processes: readonly Supervised[],
	log: Logger,
	onUnusable: (name: string, exitCode: number) => void,
) => {
	let stopping = false;
	let wasAnyReady = false;
	const running = new Map<string, ChildProcess>();
	const timers = new Set<NodeJS.Timeout>();

	const start = (process_: Supervised, pauseMs: number) => {
		const startedAt = performance.now();
		const killsBefore = memoryKills();
		const child = fork(entry, process_.command, {
			execArgv: [...process.execArgv, ...(process_.nodeOptions ?? [])],
			env: { ...process.env, ...process_.environment() },
			stdio: ["ignore", "inherit", "inherit", "ipc"],
		});
		running.set(process_.name, child);
		child.on("message", (message) => {
			wasAnyReady = true;
			process_.ready(message as ReadyMessage);
		});
		child.on("error", (error) =>
			log.error({ process: process_.name, error: error.message }, "process failed"),
		);
		child.on("exit", (code, signal) => {
			running.delete(process_.name);
			if (stopping) return;
			const lackedMemory = signal === "SIGKILL" && memoryKills() > killsBefore;
			if (lackedMemory)
				process.stderr.write(`The ${process_.name} was killed by the system. ${OUT_OF_MEMORY}\n`);
			const isShortage = lackedMemory || code === EXIT_SHORTAGE;
			if (code === EXIT_UNUSABLE) return onUnusable(process_.name, EXIT_UNUSABLE);
			if (isShortage && !wasAnyReady) return onUnusable(process_.name, EXIT_SHORTAGE);
			const pause = performance.now() - startedAt > SETTLED_MS ? FIRST_PAUSE_MS : pauseMs;
			log.error(
				{ process: process_.name, code, signal, lackedMemory, restartInMs: pause },
				"process ended, starting it again",
			);
			const timer = setTimeout(() => {
				timers.delete(timer);
				start(process_, Math.min(pause * 2, LONGEST_PAUSE_MS));
			}, pause);
			timers.add(timer);
		});
	};

	for (const process_ of processes) start(process_, FIRST_PAUSE_MS);

	const stop = async (graceMs: number): Promise<number> => {
		stopping = true;
		for (const timer of timers) clearTimeout(timer);
		const codes = await Promise.all(
			[...running].map(
				([name, child]) =>
					new Promise<number>((resolve) => {
						const kill = setTimeout(() => {
							log.error({ process: name, graceMs }, "process did not stop in time and is killed");
							child.kill("SIGKILL");
						}, graceMs);
						child.once("exit", (code, signal) => {
							clearTimeout(kill);
							resolve(exitCodeOf(code, signal));
						});
						child.kill("SIGTERM");
					}),
			),
		);
		return Math.max(0, ...codes);
	};

	return { stop };
};
