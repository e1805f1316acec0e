import type { Logger } from "@footfall/shared/logger";
import { type PeriodicJob, startPeriodicJob } from "@footfall/shared/periodic-job";
import { type EventStore, rollUpDays } from "@footfall/store";

const LOOK_EVERY_MS = 60 * 60 * 1000;
/** To put rows together costs a report some ms of its own: about smaller days it is faster to read the events. */
const LEAST_EVENTS = 10_000;

/** Has days that are over ready for reports: at the start, and then every hour. */
export const startDaySealing = ({
	store,
	logger,
}: {
	store: Pick<EventStore, "query" | "command">;
	logger: Logger;
}): PeriodicJob => {
	const seal = async (signal: AbortSignal) => {
		const days = await rollUpDays(store, {
			now: Date.now(),
			leastEvents: LEAST_EVENTS,
			isOver: () => signal.aborted,
		});
		if (days > 0) logger.info({ days }, "Days were made ready for reports");
	};
	return startPeriodicJob(seal, {
		pauseMs: LOOK_EVERY_MS,
		failed: (err) => logger.error({ err }, "Days are still to be made ready for reports"),
	});
};
