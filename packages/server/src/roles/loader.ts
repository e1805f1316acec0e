import { type EventStore, LOADER_BATCHES, type ReplayObjects, startLoader } from "@footfall/store";
import type { Logger } from "pino";
import type { Configuration } from "../configuration.ts";
import { eventStore, needsSharedStore } from "./event-store.ts";
import { consumedQueue } from "./queue.ts";
import { replayObjects } from "./replay-objects.ts";
import type { Role } from "./role.ts";

/** Moves the queue into `store`, and recordings into `objects` if there are such, until it is closed. */
export const loadInto = (
	store: EventStore,
	objects: ReplayObjects | undefined,
	configuration: Configuration,
	log: Logger,
) => {
	const queue = consumedQueue(configuration, log);
	const running = startLoader({
		store,
		replayObjects: objects,
		consumer: queue.consumer(LOADER_BATCHES),
		logger: log,
	});
	return {
		close: async () => {
			await running.close();
			await queue.close();
		},
	};
};

/** The loader alone, beside a ClickHouse server. */
export const loader: Role = async (configuration, log) => {
	needsSharedStore(configuration, "loader");
	const store = await eventStore(configuration);
	const loading = loadInto(store, replayObjects(configuration, log), configuration, log);
	return {
		announcement: {},
		close: async () => {
			await loading.close();
			await store.close();
		},
	};
};
