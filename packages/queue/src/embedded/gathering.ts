/** A commit waits at most this long for records to share it. */
const WINDOW_MS = 1;
/** After a pause of this length, what came together before says nothing about what comes next. */
const FORGOTTEN_AFTER_MS = 10;

/** Decides when a commit begins, so that those who append one record after the other share it. */
export interface Gathering {
	/** Resolves when a commit of the records that are here should begin; `undefined` means at once. */
	wait(here: number): Promise<void> | undefined;
	/** Called with the number of records that are here, when one was added. */
	added(here: number): void;
	/** Called when a commit has ended, with the number of its records and of those that came meanwhile. */
	ended(committed: number, here: number): void;
	/** Commits begin at once from now on. */
	close(): void;
}

/**
 * A commit costs hardly more for many records than for one. Clients that were answered send again, so a commit waits until
 * as many records are here as the last one had, and no longer: a fixed wait would be idle time for a few clients. A lone
 * record never waits.
 */
export const createGathering = (): Gathering => {
	let expected = 0;
	let endedAt = Number.NEGATIVE_INFINITY;
	let isClosed = false;
	let enough: (() => void) | undefined;

	return {
		wait: (here) => {
			if (isClosed || here >= expected || performance.now() - endedAt > FORGOTTEN_AFTER_MS)
				return undefined;
			return new Promise((resolve) => {
				const timer = setTimeout(() => {
					enough = undefined;
					resolve();
				}, WINDOW_MS);
				enough = () => {
					enough = undefined;
					clearTimeout(timer);
					// Others may come within this turn of the event loop.
					setImmediate(resolve);
				};
			});
		},
		added: (here) => {
			if (here >= expected) enough?.();
		},
		ended: (committed, here) => {
			expected = Math.max(committed, here);
			endedAt = performance.now();
		},
		close: () => {
			isClosed = true;
			enough?.();
		},
	};
};
