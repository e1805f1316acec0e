const TICK_MS = 20;
/**
 * What the last ten ticks or so were late together. One long stall is no pressure: a collection of garbage, a large
 * body or a busy neighbour on the machine make one as well.
 */
const LATE_MS = 200;
const KEPT_OF_LATENESS = 0.9;
/** Pressure is believed for so long after it was last seen. */
const LASTING_MS = 1_000;
/** So many events that wait for the disk are seconds of work. */
const MAX_WAITING = 5_000;

export interface Pressure {
	/** Whether there was more to do than could be done, within the last second. */
	isPressed(): boolean;
	close(): void;
}

/** Watches how late the event loop gets to its timers, and how many events wait for the disk. */
export const watchPressure = (waiting: () => number): Pressure => {
	let dueAt = performance.now() + TICK_MS;
	let pressedAt = Number.NEGATIVE_INFINITY;
	let lateMs = 0;
	const timer = setInterval(() => {
		const now = performance.now();
		// No tick counts for so much that it could be pressure alone.
		lateMs = lateMs * KEPT_OF_LATENESS + Math.min(Math.max(0, now - dueAt), LATE_MS / 4);
		if (lateMs > LATE_MS || waiting() > MAX_WAITING) pressedAt = now;
		dueAt = now + TICK_MS;
	}, TICK_MS).unref();
	return {
		isPressed: () => performance.now() - pressedAt < LASTING_MS,
		close: () => clearInterval(timer),
	};
};
