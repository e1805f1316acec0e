import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import type { Logger } from "@footfall/shared/logger";
import type { ReadyState } from "./ready-message.ts";
import { type Child, createSupervisor } from "./supervisor.ts";
import type { FromWorker, ToWorker } from "./worker-messages.ts";
import { createWorkerMetrics } from "./worker-metrics.ts";

/** A replacement that is not ready by then is abandoned; the old worker stays. */
const READY_WITHIN_MS = 60_000;

interface PoolWorker extends Child {
	worker: Worker;
}

const send = (worker: Worker, message: ToWorker) => {
	if (worker.isConnected()) worker.send(message);
};

/**
 * Runs workers that share one port: connections are distributed round robin, a worker that exits is restarted, and a
 * rolling restart replaces the workers one by one, each by one that is ready before the old one stops accepting.
 */
export const startWorkerPool = (options: {
	/** The script that a worker runs, its arguments and its Node options. */
	entry: string;
	parameters: readonly string[];
	nodeOptions: readonly string[];
	workers: number;
	environment: NodeJS.ProcessEnv;
	log: Logger;
	/** Called once every worker is ready for the first time. */
	ready(state: ReadyState): void;
	/** Called with the exit code of a worker that cannot start, if a restart would fail the same way. */
	unusable(exitCode: number): void;
}) => {
	const { log } = options;
	const accepting = new Map<Worker, PoolWorker>();
	let isAnnounced = false;
	let isStopping = false;
	let lastFault = "";
	let restarting: Promise<void> | undefined;
	const metrics = createWorkerMetrics(() =>
		[...accepting.keys()].map((worker) => ({
			id: worker.id,
			requestSnapshot: (id) => send(worker, { ask: "metrics", id }),
		})),
	);
	const supervisor = createSupervisor({
		kind: "worker",
		log,
		gaveUp: (_name, exitCode) => {
			if (!isAnnounced) options.unusable(exitCode);
			return !isAnnounced;
		},
	});

	cluster.setupPrimary({
		exec: options.entry,
		args: [...options.parameters],
		execArgv: [...process.execArgv, ...options.nodeOptions],
	});

	const onMessage = (child: PoolWorker, message: FromWorker) => {
		const { worker } = child;
		if ("ready" in message) {
			accepting.set(worker, child);
			worker.emit("footfall:ready");
			if (isAnnounced || accepting.size < options.workers) return;
			isAnnounced = true;
			options.ready(message.state ?? {});
		} else if ("ask" in message) {
			const { id } = message;
			void metrics.text().then((text) => send(worker, { answer: "merged metrics", id, text }));
		} else if ("fault" in message) {
			if (message.fault !== lastFault) process.stderr.write(`${message.fault}\n`);
			lastFault = message.fault;
		} else if ("answer" in message) metrics.received(message.id, message.snapshot);
		else {
			accepting.delete(worker);
			metrics.left(worker.id, message.leaves);
		}
	};

	const fork = (): PoolWorker => {
		const worker = cluster.fork(options.environment);
		const child = { name: worker.id, process: worker.process, worker };
		worker.on("message", (message: FromWorker) => onMessage(child, message));
		worker.on("exit", () => void accepting.delete(worker));
		return child;
	};

	/** Starts one more worker. Resolves to it once it is ready, or to `undefined` if it exits first. */
	const startReplacement = async (): Promise<PoolWorker | undefined> => {
		const started = supervisor.keep(fork);
		const { worker } = started;
		// A replacement that fails to start is not restarted, because the old worker still runs.
		supervisor.release(started);
		const overdue = setTimeout(() => worker.process.kill("SIGKILL"), READY_WITHIN_MS);
		const isReady = await Promise.race([
			once(worker, "footfall:ready").then(() => true),
			once(worker, "exit").then(() => false),
		]);
		clearTimeout(overdue);
		supervisor.retain(started);
		return isReady ? started : undefined;
	};

	const end = async (child: PoolWorker) => {
		supervisor.release(child);
		const ended = once(child.worker, "exit");
		child.process.kill("SIGTERM");
		await ended;
	};

	const restart = async () => {
		const old = [...accepting.values()];
		log.info({ workers: old.length }, "Rolling restart started");
		for (const child of old) {
			if (isStopping) return;
			if (child.worker.isDead()) continue;
			const successor = await startReplacement();
			if (successor === undefined) {
				log.error({ worker: child.name }, "Rolling restart aborted: the new worker did not start");
				return;
			}
			log.info({ worker: child.name, successor: successor.name }, "Worker replaced");
			await end(child);
		}
		log.info({ workers: old.length }, "Rolling restart finished");
	};

	for (let number = 0; number < options.workers; number++) supervisor.keep(fork);

	return {
		/** Replaces every worker, one at a time; a restart in progress is not repeated. */
		restart: (): Promise<void> => {
			restarting ??= restart().finally(() => {
				restarting = undefined;
			});
			return restarting;
		},
		/** Stops every worker, see `createSupervisor`. */
		stop: (graceMs: number): Promise<number> => {
			isStopping = true;
			return supervisor.stop(graceMs);
		},
	};
};
