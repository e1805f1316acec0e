import type { MetricRegistry } from "@footfall/gateway/metric-registry";
import type { Logger } from "@footfall/shared/logger";
import { startPeriodicJob } from "@footfall/shared/waiting/periodic-job";
import {
	bytesPerMillion,
	daysUntilFull,
	type EventStore,
	type StorageFigures,
	storageFigures,
} from "@footfall/store";
import { readLastBackup } from "../backup/last-backup.ts";

const LOOK_EVERY_MS = 60_000;
const DAY_SECONDS = 86_400;

/** Checks the event store's disk every minute, for the metrics. */
export const watchStorage = (dataDirectory: string, logger: Logger) => {
	let figures: StorageFigures | undefined;
	let job: ReturnType<typeof startPeriodicJob> | undefined;
	return {
		start: (store: Pick<EventStore, "query">): void => {
			job = startPeriodicJob(
				async () => {
					figures = await storageFigures(store);
				},
				{
					pauseMs: LOOK_EVERY_MS,
					failed: (error, isRepeated) => {
						if (!isRepeated)
							logger.warn(
								{ error: String(error) },
								"The size of the event store could not be determined",
							);
					},
				},
			);
		},
		measure: ({ gauge }: MetricRegistry): void => {
			const told = (name: string, help: string, of: (known: StorageFigures) => number) =>
				gauge(name, help, "max", () => (figures ? of(figures) : Number.NaN));
			told("footfall_store_bytes", "Size of the event store on disk", ({ bytes }) => bytes);
			told("footfall_store_events", "Events in the store", ({ events }) => events);
			told(
				"footfall_store_bytes_per_million_events",
				"Size of the event store per million events; NaN below a thousand events",
				(known) => bytesPerMillion(known) ?? Number.NaN,
			);
			told("footfall_store_disk_free_bytes", "Free space on the disk of the event store", (known) =>
				Math.max(0, known.freeBytes),
			);
			told(
				"footfall_store_disk_full_seconds",
				"Time until that disk is full at the growth rate of the last seven days; +Inf without growth",
				(known) => daysUntilFull(known) * DAY_SECONDS,
			);
			gauge(
				"footfall_backup_last_success_timestamp_seconds",
				"Time of the last complete backup; 0 if there is none",
				"max",
				() => Date.parse(readLastBackup(dataDirectory)?.at ?? "1970-01-01T00:00:00Z") / 1000,
			);
		},
		close: async (): Promise<void> => job?.close(),
	};
};
