const TICK_MS = 20;
/** A loop that is this late on average delays everything by as long as an event normally takes. */
const LATE_MS = 10;
/** The share of the average that one tick does not change: it is that of the last ten ticks or so. */
const KEPT_OF_LATENESS = 0.9;
/**
 * No tick counts for more, so that it takes seven late ones in a row. One long stall is not pressure: a garbage
 * collection, a large body or a busy neighbour on the machine also cause one.
 */
const MOST_OF_A_TICK_MS = 2 * LATE_MS;
/** This many events waiting for the disk are seconds of work. */
const MAX_QUEUED = 5_000;

export interface Pressure {
	/** Whether there is more work than capacity. */
	isPressed(): boolean;
	close(): void;
}

/**
 * Watches how late the event loop gets to its timers, and how many events wait for the disk.
 * @param queued the number of those events
 * @param clock monotonic, in ms
 */
export const watchPressure = (
	queued: () => number,
	clock: () => number = () => performance.now(),
): Pressure => {
	let dueAt = clock() + TICK_MS;
	let lateMs = 0;
	const timer = setInterval(() => {
		const now = clock();
		const late = Math.min(Math.max(0, now - dueAt), MOST_OF_A_TICK_MS);
		lateMs = lateMs * KEPT_OF_LATENESS + late * (1 - KEPT_OF_LATENESS);
		dueAt = now + TICK_MS;
	}, TICK_MS).unref();
	return {
		isPressed: () => lateMs > LATE_MS || queued() > MAX_QUEUED,
		close: () => clearInterval(timer),
	};
};
