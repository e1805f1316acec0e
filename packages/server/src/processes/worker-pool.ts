import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import type { Logger } from "@footfall/shared/logger";
import { EXIT_SHORTAGE, EXIT_UNUSABLE, exitCodeOf } from "../faults/exit-codes.ts";
import { gatheredMetrics } from "./pool-metrics.ts";
import type { Announcement } from "./supervise.ts";
import type { FromWorker, ToWorker } from "./worker-messages.ts";

export interface TierOptions {
	/** The script that a worker runs, its arguments and its options of Node. */
	entry: string;
	parameters: readonly string[];
	nodeOptions: readonly string[];
	workers: number;
	environment: NodeJS.ProcessEnv;
	log: Logger;
	/** Called once every worker is ready for the first time. */
	ready(announcement: Announcement): void;
	/** Called with the exit code of a worker that cannot start, when starting again would fail the same way. */
	unusable(code: number): void;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** A worker that lived this long starts its next life without a long pause. */
const SETTLED_MS = 30_000;
/** A replacement that is not ready by then will not be; the old worker stays. */
const READY_WITHIN_MS = 60_000;

const send = (worker: Worker, message: ToWorker) => {
	if (worker.isConnected()) worker.send(message);
};

/**
 * Runs workers that share one port: the connections are dealt out in turn, a worker that dies is started again, and a
 * rolling restart replaces one after the other, each by one that is ready before the old one stops accepting.
 */
export const startTier = (options: TierOptions) => {
	const { log } = options;
	const accepting = new Map<Worker, Announcement>();
	const leaving = new Set<Worker>();
	let isAnnounced = false;
	let isStopping = false;
	let restarting: Promise<void> | undefined;
	const metrics = gatheredMetrics(() =>
		[...accepting.keys()].map((worker) => ({
			id: worker.id,
			ask: (id: number) => send(worker, { ask: "metrics", id }),
		})),
	);

	cluster.setupPrimary({
		exec: options.entry,
		args: [...options.parameters],
		execArgv: [...process.execArgv, ...options.nodeOptions],
	});

	const hear = (worker: Worker, message: FromWorker) => {
		if ("ready" in message) {
			accepting.set(worker, message.announcement ?? {});
			worker.emit("footfall:ready");
			if (isAnnounced || accepting.size < options.workers) return;
			isAnnounced = true;
			options.ready(message.announcement ?? {});
		} else if ("ask" in message) {
			const { id } = message;
			void metrics.text().then((text) => send(worker, { answer: "merged metrics", id, text }));
		} else if ("answer" in message) metrics.answered(message.id, message.snapshot);
		else {
			accepting.delete(worker);
			metrics.left(worker.id, message.leaves);
		}
	};

	const start = (pauseMs: number): Worker => {
		const startedAt = performance.now();
		const worker = cluster.fork(options.environment);
		worker.on("message", (message: FromWorker) => hear(worker, message));
		worker.on("exit", (code, signal) => {
			const wasReady = accepting.delete(worker);
			if (leaving.delete(worker) || isStopping) return;
			if ((code === EXIT_UNUSABLE || code === EXIT_SHORTAGE) && !isAnnounced)
				return options.unusable(code);
			const pause = performance.now() - startedAt > SETTLED_MS ? FIRST_PAUSE_MS : pauseMs;
			log.error(
				{ worker: worker.id, code, signal, wasReady, restartInMs: pause },
				"worker ended, starting another",
			);
			setTimeout(() => {
				if (!isStopping) start(Math.min(pause * 2, LONGEST_PAUSE_MS));
			}, pause);
		});
		return worker;
	};

	/** A worker that is ready, or `undefined` when it did not come to that. */
	const replacement = async (): Promise<Worker | undefined> => {
		const worker = start(FIRST_PAUSE_MS);
		leaving.add(worker);
		const overdue = setTimeout(() => worker.process.kill("SIGKILL"), READY_WITHIN_MS);
		const isReady = await Promise.race([
			once(worker, "footfall:ready").then(() => true),
			once(worker, "exit").then(() => false),
		]);
		clearTimeout(overdue);
		leaving.delete(worker);
		return isReady ? worker : undefined;
	};

	const end = async (worker: Worker) => {
		leaving.add(worker);
		const ended = once(worker, "exit");
		worker.process.kill("SIGTERM");
		await ended;
	};

	const restart = async () => {
		const old = [...accepting.keys()];
		log.info({ workers: old.length }, "rolling restart begins");
		for (const worker of old) {
			if (isStopping) return;
			if (worker.isDead()) continue;
			const successor = await replacement();
			if (successor === undefined) {
				log.error({ worker: worker.id }, "rolling restart given up: the new worker did not start");
				return;
			}
			log.info({ worker: worker.id, successor: successor.id }, "worker replaced");
			await end(worker);
		}
		log.info({ workers: old.length }, "rolling restart done");
	};

	for (let number = 0; number < options.workers; number++) start(FIRST_PAUSE_MS);

	return {
		/** Replaces every worker, one at a time; a restart that is under way is not begun again. */
		restart: (): Promise<void> => {
			restarting ??= restart().finally(() => {
				restarting = undefined;
			});
			return restarting;
		},
		/** Sends SIGTERM to every worker, after `graceMs` SIGKILL; resolves to the worst exit code. */
		stop: async (graceMs: number): Promise<number> => {
			isStopping = true;
			const all = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
			const codes = await Promise.all(
				all.map(async (worker) => {
					const ended = once(worker, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
					const overdue = setTimeout(() => {
						log.error({ worker: worker.id, graceMs }, "worker did not stop in time and is killed");
						worker.process.kill("SIGKILL");
					}, graceMs);
					worker.process.kill("SIGTERM");
					const [code, signal] = await ended;
					clearTimeout(overdue);
					return exitCodeOf(code, signal);
				}),
			);
			return Math.max(0, ...codes);
		},
	};
};
