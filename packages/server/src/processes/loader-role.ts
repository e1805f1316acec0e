import { type EventStore, LOADER_BATCHES, type ReplayObjects, startLoader } from "@footfall/store";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import { healthPaths } from "../health/health-paths.ts";
import { startHealthServer } from "../health/health-server.ts";
import { type LoaderHealth, loaderHealth } from "../health/loader-health.ts";
import { requireSharedStore } from "../storage/event-store.ts";
import { openQueue } from "../storage/queue.ts";
import { openReplayObjects } from "../storage/replay-objects.ts";
import { openingStore } from "./opening-store.ts";
import type { ProcessRole } from "./role.ts";

/** Moves the queue into `store`, and recordings into `objects` if there are such, until it is closed. */
export const loadInto = (
	store: EventStore,
	objects: ReplayObjects | undefined,
	configuration: Configuration,
	log: Logger,
	health: LoaderHealth,
) => {
	const queue = openQueue(configuration, log);
	const running = startLoader({
		store,
		replayObjects: objects,
		consumer: queue.consumer(LOADER_BATCHES),
		logger: log,
	});
	health.started({ counts: running.counts, failure: running.failure, depth: queue.depth });
	return {
		close: async () => {
			await running.close();
			await queue.close();
		},
	};
};

/** The loader alone, beside a ClickHouse server. */
export const loaderRole: ProcessRole = async (configuration, log) => {
	requireSharedStore(configuration, "loader");
	const health = loaderHealth();
	const opening = openingStore(configuration, log);
	const paths = healthPaths({
		...health,
		checks: { store: opening.check, ...health.checks },
		metricsToken: configuration.METRICS_TOKEN,
		log,
	});
	// First, so that `/ready` can say what the loader waits for.
	const healthServer = await startHealthServer(paths, configuration, log);
	const store = await opening.open();
	const loading = loadInto(
		store,
		openReplayObjects(configuration, log),
		configuration,
		log,
		health,
	);
	return {
		state: {},
		close: async () => {
			paths.close();
			await loading.close();
			await store.close();
			await healthServer.close();
		},
	};
};
