import { LRUCache } from "lru-cache";

export interface PageGapCounts {
	/** Numbered events, counted by the highest number of each page. */
	expected: number;
	/** How many of these arrived. */
	arrived: number;
}

export interface PageGaps {
	/** Counts one event; ignored without page or number. */
	saw(site: number, pageId: string | undefined, sequence: number | undefined): void;
	counts(): Readonly<PageGapCounts>;
}

/** Pages whose numbers are tracked at once. */
const MAX_PAGES = 10_000;
/** A jump beyond this is not a loss but a client's error. */
const LARGEST_JUMP = 1_000;

/**
 * Tracks the numbers that pages give to their events: the difference between the two counts is what was lost on the way
 * here. A page starts at the first number seen of it, so that a restart is not a loss.
 */
export const createPageGaps = (): PageGaps => {
	const counts: PageGapCounts = { expected: 0, arrived: 0 };
	const highest = new LRUCache<string, number>({ max: MAX_PAGES });
	return {
		saw: (site, pageId, sequence) => {
			if (pageId === undefined || sequence === undefined) return;
			const page = `${site}:${pageId}`;
			const last = highest.get(page);
			if (last !== undefined && sequence > last + LARGEST_JUMP) return;
			counts.arrived++;
			counts.expected += last === undefined ? 1 : Math.max(0, sequence - last);
			if (last === undefined || sequence > last) highest.set(page, sequence);
		},
		counts: () => counts,
	};
};
