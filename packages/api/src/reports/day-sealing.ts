import type { Logger } from "@footfall/shared/logger";
import { type EventStore, sealDays } from "@footfall/store";

const LOOK_EVERY_MS = 60 * 60 * 1000;
/** To put rows together costs a report some ms of its own: about smaller days it is faster to read the events. */
const LEAST_EVENTS = 10_000;

export interface DaySealing {
	/** Seals what is over; what fails is reported and tried again. */
	now(): Promise<void>;
	close(): Promise<void>;
}

/** Has days that are over ready for reports: at the start, and then every hour. */
export const startDaySealing = ({
	store,
	logger,
}: {
	store: Pick<EventStore, "query" | "command">;
	logger: Logger;
}): DaySealing => {
	let isClosing = false;
	const round = async () => {
		const days = await sealDays(store, {
			now: Date.now(),
			leastEvents: LEAST_EVENTS,
			isOver: () => isClosing,
		});
		if (days > 0) logger.info({ days }, "Days were made ready for reports");
	};
	let running: Promise<void> = Promise.resolve();
	const now = () => {
		running = running.then(round).catch((err: unknown) => {
			logger.error({ err }, "Days are still to be made ready for reports");
		});
		return running;
	};
	const timer = setInterval(now, LOOK_EVERY_MS);
	timer.unref();
	void now();
	const close = () => {
		isClosing = true;
		clearInterval(timer);
		return running;
	};
	return { now, close };
};
