import { createPageWaits } from "./page-waits.ts";

/** A commit waits at most this long for as many records as the last one had … */
const WINDOW_MS = 1;
/** … and this long in all, from the first wait on, while its records do not fill a page of the disk. */
const PAGE_WINDOW_MS = 2;
/** A commit writes whole pages: what is smaller costs as many bytes as this. */
const PAGE_BYTES = 4096;
/** After a pause of this length, what arrived together before says nothing about what comes next. */
const FORGOTTEN_AFTER_MS = 10;

/** The records that wait for a commit. */
export interface Gathered {
	records: number;
	bytes: number;
}

/** Decides when a commit begins, so that callers who append one record after the other share it. */
export interface Gathering {
	/** Resolves when a commit of the waiting records should begin; `undefined` means at once. */
	wait(here: Gathered): Promise<void> | undefined;
	/** Called with the waiting records, when one was added. */
	added(here: Gathered): void;
	/** Called when a commit has ended, with the number of its records and of those that arrived meanwhile. */
	ended(committed: number, here: number): void;
	/** Commits begin at once from now on. */
	close(): void;
}

/**
 * A commit costs hardly more for many records than for one. Clients that were answered send again, so a commit waits
 * until it has as many records as the last one, and no longer: a fixed wait would be idle time for a few clients. If
 * these fill no page, it waits a little more, unless such waits have been in vain. The record of a single client never
 * waits.
 */
export const createGathering = (): Gathering => {
	const pageWaits = createPageWaits();
	let expected = 0;
	let endedAt = Number.NEGATIVE_INFINITY;
	let isClosed = false;
	/** Ends the current wait early, if enough records have arrived. */
	let check: ((here: Gathered) => void) | undefined;

	/** Resolves when there are enough records or the time has passed. */
	const until = (isEnough: (here: Gathered) => boolean, forMs: number): Promise<void> =>
		new Promise((resolve) => {
			const timer = setTimeout(() => {
				check = undefined;
				resolve();
			}, forMs);
			check = (here) => {
				if (!isClosed && !isEnough(here)) return;
				check = undefined;
				clearTimeout(timer);
				// Others may arrive within this turn of the event loop.
				setImmediate(resolve);
			};
		});

	const gather = async (first: Gathered): Promise<void> => {
		let here = first;
		const isExpected = (now: Gathered) => {
			here = now;
			return here.records >= expected;
		};
		const begunAt = performance.now();
		if (!isExpected(first)) await until(isExpected, WINDOW_MS);
		if (isClosed || here.bytes >= PAGE_BYTES || !pageWaits.isNext()) return;
		const before = here.records;
		const fillsPage = (now: Gathered) => {
			here = now;
			return here.bytes >= PAGE_BYTES;
		};
		await until(fillsPage, PAGE_WINDOW_MS - (performance.now() - begunAt));
		pageWaits.gained(here.records - before);
	};

	return {
		wait: (here) => {
			const isLone = here.records <= 1 && expected <= 1;
			const isForgotten = performance.now() - endedAt > FORGOTTEN_AFTER_MS;
			const isEnough = here.records >= expected && here.bytes >= PAGE_BYTES;
			return isClosed || isLone || isForgotten || isEnough ? undefined : gather(here);
		},
		added: (here) => check?.(here),
		ended: (committed, here) => {
			expected = Math.max(committed, here);
			endedAt = performance.now();
		},
		close: () => {
			isClosed = true;
			check?.({ records: 0, bytes: 0 });
		},
	};
};
