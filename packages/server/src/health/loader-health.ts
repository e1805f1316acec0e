import type { MetricRegistry } from "@footfall/gateway/metric-registry";
import type { QueueDepth } from "@footfall/queue";
import type { Loader, LoaderCounts } from "@footfall/store";

const NOTHING: QueueDepth = { records: 0, oldestAgeMs: 0 };

/** The parts of a loader that health needs. */
export interface WatchedLoader extends Pick<Loader, "counts" | "failure"> {
	/** Rejects where the queue does not answer or does not exist. */
	depth(): QueueDepth | Promise<QueueDepth>;
}

const outcomesOf = (counts: LoaderCounts): Record<string, number> => ({
	event: counts.events,
	bot: counts.bots,
	identify: counts.identifies,
	replay: counts.replays,
	duplicate: counts.duplicates,
	erased: counts.erased,
	already_stored: counts.alreadyStored,
	set_aside: counts.setAside,
	damaged: counts.damaged,
});

/** Readiness and counts of a loader, which is added once it runs. */
export const loaderHealth = () => {
	let loader: WatchedLoader | undefined;
	let depth = NOTHING;
	return {
		checks: {
			queue: async () => {
				if (loader === undefined) throw new Error("not open yet");
				depth = await loader.depth();
			},
			loading: async () => {
				const trouble = loader?.failure();
				if (trouble !== undefined) throw new Error(trouble);
			},
		},
		started: (started: WatchedLoader) => {
			loader = started;
		},
		/** As of the last check. */
		figures: () => ({ oldestQueuedMs: depth.oldestAgeMs }),
		measure: ({ counts, gauge }: MetricRegistry): void => {
			counts(
				"footfall_loader_records_total",
				"Records read from the queue, by what became of them",
				"outcome",
				() => (loader === undefined ? {} : outcomesOf(loader.counts())),
			);
			gauge(
				"footfall_queue_oldest_seconds",
				"Age of the oldest record that no loader has committed",
				"max",
				() => depth.oldestAgeMs / 1000,
			);
			gauge(
				"footfall_queue_records",
				"Records that no loader has committed; in Kafka those that travelled together count as one",
				"max",
				() => depth.records,
			);
		},
	};
};
export type LoaderHealth = ReturnType<typeof loaderHealth>;
