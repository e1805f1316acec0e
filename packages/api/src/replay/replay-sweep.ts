import type { Logger } from "@footfall/shared/logger";
import { type EventStore, type ReplayObjects, sweepReplayObjects } from "@footfall/store";

const SWEEP_EVERY_MS = 60 * 1000;

export interface ReplaySweep {
	/** Removes what no recording needs; what fails is reported, once, and tried again. */
	now(): Promise<void>;
	close(): Promise<void>;
}

/** Frees the bucket, every minute, of what was deleted, erased or kept for long enough. */
export const startReplaySweep = ({
	store,
	objects,
	logger,
}: {
	store: Pick<EventStore, "query" | "command">;
	objects: Pick<ReplayObjects, "remove">;
	logger: Logger;
}): ReplaySweep => {
	let isFailing = false;
	const round = async () => {
		const removed = await sweepReplayObjects(store, objects, Date.now());
		if (isFailing)
			logger.info({ removed }, "Recordings that are gone could be removed from their bucket again");
		isFailing = false;
	};
	let running: Promise<void> = Promise.resolve();
	const now = () => {
		running = running.then(round).catch((error: unknown) => {
			if (!isFailing)
				logger.error(
					{ error: String(error) },
					"Recordings that are gone are still in their bucket; trying again every minute",
				);
			isFailing = true;
		});
		return running;
	};
	const timer = setInterval(now, SWEEP_EVERY_MS);
	timer.unref();
	const close = () => {
		clearInterval(timer);
		return running;
	};
	return { now, close };
};
