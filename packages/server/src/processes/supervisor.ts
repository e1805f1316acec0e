import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Logger } from "@footfall/shared/logger";
import { EXIT_MAY_PASS, EXIT_SHORTAGE, EXIT_UNUSABLE, exitCodeOf } from "../faults/exit-codes.ts";
import { OUT_OF_MEMORY } from "../faults/start-fault.ts";

/** A child process, with its name in the log. */
export interface Child {
	name: string | number;
	process: ChildProcess;
}

/** Exit codes of a child that has already reported what it lacks. */
const EXPLAINED = new Set([EXIT_UNUSABLE, EXIT_SHORTAGE, EXIT_MAY_PASS]);
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** A process that ran this long restarts after the shortest pause. */
const SETTLED_MS = 30_000;

/** How many processes the kernel of this machine has killed for lack of memory; 0 if unknown. */
const outOfMemoryKills = (): number => {
	try {
		return Number(/^oom_kill (\d+)$/m.exec(readFileSync("/proc/vmstat", "utf8"))?.[1] ?? 0);
	} catch {
		return 0;
	}
};

/** Keeps child processes running: one that exits is restarted, after a pause that doubles while it keeps exiting. */
export const createSupervisor = ({
	kind,
	log,
	gaveUp,
}: {
	/** The log's noun for a child. */
	kind: "process" | "worker";
	log: Logger;
	/**
	 * Called when a child exits because its configuration cannot be used, or because it lacks memory, a disk or a
	 * server. Returns whether that ends the supervision; otherwise the child is restarted.
	 */
	gaveUp(name: Child["name"], exitCode: number): boolean;
}) => {
	let isStopping = false;
	const running = new Map<ChildProcess, Child["name"]>();
	const released = new WeakSet<ChildProcess>();
	const timers = new Set<NodeJS.Timeout>();

	const keep = <Started extends Child>(start: () => Started, pauseMs = FIRST_PAUSE_MS): Started => {
		const startedAt = performance.now();
		const killsBefore = outOfMemoryKills();
		const child = start();
		const { name } = child;
		running.set(child.process, name);
		child.process.on("error", (error) =>
			log.error({ [kind]: name, error: error.message }, `A ${kind} failed`),
		);
		child.process.once("exit", (code, signal) => {
			running.delete(child.process);
			if (isStopping || released.has(child.process)) return;
			const lackedMemory = signal === "SIGKILL" && outOfMemoryKills() > killsBefore;
			if (lackedMemory)
				process.stderr.write(`The ${name} was killed by the system. ${OUT_OF_MEMORY}\n`);
			const exitCode = lackedMemory ? EXIT_SHORTAGE : code;
			if (exitCode !== null && EXPLAINED.has(exitCode) && gaveUp(name, exitCode)) return;
			const pause = performance.now() - startedAt > SETTLED_MS ? FIRST_PAUSE_MS : pauseMs;
			log.error(
				{ [kind]: name, code, signal, lackedMemory, restartInMs: pause },
				kind === "process" ? "A process ended; restarting it" : "A worker ended; starting another",
			);
			const timer = setTimeout(() => {
				timers.delete(timer);
				keep(start, Math.min(pause * 2, LONGEST_PAUSE_MS));
			}, pause);
			timers.add(timer);
		});
		return child;
	};

	const stopOne = async (child: ChildProcess, name: Child["name"], graceMs: number) => {
		const ended = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
		const overdue = setTimeout(() => {
			log.error({ [kind]: name, graceMs }, `A ${kind} did not stop in time and is being killed`);
			child.kill("SIGKILL");
		}, graceMs);
		child.kill("SIGTERM");
		const exit = await ended;
		clearTimeout(overdue);
		return exitCodeOf(...exit);
	};

	return {
		/** Starts a child and keeps it running; `start` is called for each run. */
		keep: <Started extends Child>(start: () => Started): Started => keep(start),
		/** Lets a child exit without a restart. */
		release: (child: Child): void => void released.add(child.process),
		/** Undoes a release. */
		retain: (child: Child): void => void released.delete(child.process),
		/** Sends SIGTERM to every child, after `graceMs` SIGKILL; resolves to the worst exit code. */
		stop: async (graceMs: number): Promise<number> => {
			isStopping = true;
			for (const timer of timers) clearTimeout(timer);
			const exitCodes = [...running].map(([child, name]) => stopOne(child, name, graceMs));
			return Math.max(0, ...(await Promise.all(exitCodes)));
		},
	};
};
