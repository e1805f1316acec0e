import type { Logger } from "@footfall/shared/logger";
import { type PeriodicJob, startPeriodicJob } from "@footfall/shared/periodic-job";
import { type EventStore, type ReplayObjects, sweepReplayObjects } from "@footfall/store";

const SWEEP_EVERY_MS = 60 * 1000;

/** Frees the bucket, every minute, of what was deleted, erased or kept for long enough. */
export const startReplaySweep = ({
	store,
	objects,
	logger,
}: {
	store: Pick<EventStore, "query" | "command">;
	objects: Pick<ReplayObjects, "remove">;
	logger: Logger;
}): PeriodicJob => {
	let isFailing = false;
	const sweep = async () => {
		const removed = await sweepReplayObjects(store, objects, Date.now());
		if (isFailing)
			logger.info({ removed }, "Recordings that are gone could be removed from their bucket again");
		isFailing = false;
	};
	return startPeriodicJob(sweep, {
		pauseMs: SWEEP_EVERY_MS,
		immediately: false,
		failed: (error) => {
			if (!isFailing)
				logger.error(
					{ error: String(error) },
					"Recordings that are gone are still in their bucket; trying again every minute",
				);
			isFailing = true;
		},
	});
};
