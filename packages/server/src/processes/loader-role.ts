import type { QueueDepth } from "@footfall/queue";
import { queueDelay } from "@footfall/shared/waiting/queue-delay";
import {
	EMBEDDED_BATCHES,
	type EventStore,
	LOADER_BATCHES,
	type Loader,
	type LoaderCounts,
	startLoader,
} from "@footfall/store";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import { openQueue } from "../storage/queue.ts";
import { openTracing } from "../tracing/open-tracing.ts";
import { createStoreRole, NOT_OPEN, type StorePart } from "./store-role.ts";

const outcomesOf = (counts: LoaderCounts): Record<string, number> => ({
	event: counts.events,
	bot: counts.bots,
	identify: counts.identifies,
	replay: counts.replays,
	duplicate: counts.duplicates,
	erased: counts.erased,
	already_stored: counts.alreadyStored,
	no_page: counts.noPage,
	set_aside: counts.setAside,
	damaged: counts.damaged,
});

/** Moves the queue into the store, and recordings into their bucket if there is one. */
export const createLoaderPart = (configuration: Configuration, log: Logger): StorePart => {
	let queue: ReturnType<typeof openQueue> | undefined;
	let loader: Loader | undefined;
	let store: EventStore | undefined;
	const isCluster = "cluster" in configuration.events && configuration.events.cluster !== undefined;
	/** Result of the last check. */
	let depth: QueueDepth = { records: 0, oldestAgeMs: 0 };
	let measuring: Promise<unknown> = Promise.resolve();
	return {
		checks: {
			queue: async () => {
				if (queue === undefined) throw new Error(NOT_OPEN);
				const measured = Promise.resolve(queue.depth());
				measuring = measured.catch(() => {});
				depth = await measured;
			},
			loading: async () => {
				const problem = loader?.failure();
				if (problem !== undefined) throw new Error(problem);
				// Started by the previous check.
				await measuring;
				const delay = queueDelay(depth.oldestAgeMs);
				if (delay !== "") throw new Error(delay);
			},
			...(isCluster && {
				// An insert waits for its servers, and fails long after they have gone.
				inserts: async () => store?.requireInsertable?.(),
			}),
		},
		figures: () => ({ oldestQueuedMs: depth.oldestAgeMs }),
		measure: ({ counts, gauge }) => {
			counts(
				"footfall_loader_records_total",
				"Records read from the queue, by outcome",
				"outcome",
				() => (loader === undefined ? {} : outcomesOf(loader.counts())),
			);
			gauge(
				"footfall_queue_oldest_seconds",
				"Age of the oldest record that no loader has committed yet",
				"max",
				() => depth.oldestAgeMs / 1000,
			);
			gauge(
				"footfall_queue_records",
				"Records that no loader has committed yet; in Kafka, records sent together count as one",
				"max",
				() => depth.records,
			);
		},
		hold: (task, maxWaitMs) => loader?.hold(task, maxWaitMs) ?? task(),
		start: async ({ store: open, objects }) => {
			store = open;
			const { tracing, close: closeTracing } = await openTracing("loader", configuration, log);
			const opened = openQueue(configuration, log);
			const running = startLoader({
				store: open,
				replayObjects: objects,
				consumer: opened.consumer(configuration.kafka ? LOADER_BATCHES : EMBEDDED_BATCHES),
				logger: log,
				tracing,
			});
			queue = opened;
			loader = running;
			return {
				state: {},
				close: async () => {
					await running.close();
					await opened.close();
					await closeTracing();
				},
			};
		},
	};
};

/** The loader alone, with a ClickHouse server. */
export const role = createStoreRole("loader", createLoaderPart);
