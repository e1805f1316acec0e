import type {
	Destination,
	DestinationProgress,
	DestinationRegistry,
} from "@footfall/shared/destinations/destination";
import { startPeriodicJob } from "@footfall/shared/waiting/periodic-job";
import { openTarget, type TargetOptions } from "./open-target.ts";
import { type RunningDestination, type RunningOptions, runDestination } from "./run-destination.ts";
import { TargetError } from "./targets/target.ts";

export interface DestinationsOptions
	extends Omit<RunningOptions, "registry" | "clock" | "pollMs" | "retryMs">,
		Partial<TargetOptions> {
	registry: DestinationRegistry;
	clock?: () => number;
	/** How often a destination looks for more. A second by default. */
	pollMs?: number;
	/** Pause after a failure; it doubles up to five minutes. Five seconds by default. */
	retryMs?: number;
	/** How often changes of destinations are looked for. Five seconds by default. */
	listMs?: number;
	/** How long another process waits for a destination after this one is gone. 20 s by default. */
	leaseMs?: number;
}

export interface Destinations {
	/** What this process runs. */
	states(): ReadonlyMap<number, { destination: Destination; progress: DestinationProgress }>;
	close(): Promise<void>;
}

interface Running {
	destination: Destination;
	runner: RunningDestination;
	/** Resolves once it is released, if it is being closed. */
	closed?: Promise<void>;
}

const GATHER_FILES_MS = 300_000;

/** Runs the destinations that no other process runs, and follows their changes. */
export const startDestinations = (options: DestinationsOptions): Destinations => {
	const { registry, logger, clock = Date.now, leaseMs = 20_000, listMs = 5000 } = options;
	const { privateNetworks = false, queue, gatherFilesMs = GATHER_FILES_MS } = options;
	const running = new Map<number, Running>();
	const given = { pollMs: 1000, retryMs: 5000, ...options, clock };

	const close = async (one: Running) => {
		const { id } = one.destination;
		try {
			await one.runner.close();
			await registry.release(id);
		} catch (error) {
			// Its lease ends by itself.
			logger.warn({ destination: id, error }, "A destination could not be released");
		}
		running.delete(id);
	};
	/** Its last delivery may take a minute, in which the leases of others must not end. */
	const stop = (one: Running): Promise<void> => {
		one.closed ??= close(one);
		return one.closed;
	};

	const run = async (destination: Destination) => {
		const { id } = destination;
		const known = await registry.claim(id, leaseMs);
		const one = running.get(id);
		// Another process has it: what this one has open must end.
		if (known === undefined && one) stop(one);
		if (known === undefined || one) return;
		const target = openTarget(destination, { privateNetworks, queue, gatherFilesMs });
		running.set(id, { destination, runner: runDestination(destination, target, known, given) });
	};

	const job = startPeriodicJob(
		async () => {
			const listed = new Map((await registry.list()).map((one) => [one.id, one]));
			for (const [id, one] of running) {
				const now = listed.get(id);
				const isSame = now?.version === one.destination.version && !now.isPaused;
				if (!isSame || one.runner.hasEnded()) stop(one);
			}
			for (const destination of listed.values()) if (!destination.isPaused) await run(destination);
		},
		{
			pauseMs: Math.min(listMs, leaseMs / 3),
			failed: (error, isRepeated) => {
				if (!isRepeated) logger.error({ error }, "The list of destinations could not be read");
			},
		},
	);

	return {
		states: () =>
			new Map(
				[...running].map(([id, { destination, runner }]) => [
					id,
					{ destination, progress: runner.progress() },
				]),
			),
		close: async () => {
			await job.close();
			await Promise.all([...running.values()].map(stop));
		},
	};
};

/** Tries a target without leaving events there; resolves to what to change, or "". */
export const checkTarget = async (
	destination: Destination,
	permitted: Pick<TargetOptions, "privateNetworks" | "queue">,
): Promise<string> => {
	const target = openTarget(destination, { ...permitted, gatherFilesMs: GATHER_FILES_MS });
	try {
		await target.check();
		return "";
	} catch (error) {
		if (error instanceof TargetError) return error.message;
		throw error;
	} finally {
		await target.close();
	}
};
