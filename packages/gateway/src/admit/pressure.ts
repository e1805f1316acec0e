/** How late a timer is looked at, and how late it comes when others wait longer than they should. */
const TICK_MS = 20;
const LATE_MS = 40;
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
	const timer = setInterval(() => {
		const now = performance.now();
		if (now - dueAt > LATE_MS || waiting() > MAX_WAITING) pressedAt = now;
		dueAt = now + TICK_MS;
	}, TICK_MS).unref();
	return {
		isPressed: () => performance.now() - pressedAt < LASTING_MS,
		close: () => clearInterval(timer),
	};
};
