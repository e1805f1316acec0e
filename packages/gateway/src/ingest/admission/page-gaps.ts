import { LRUCache } from "lru-cache";

export interface PageGapCounts {
	/** Events that pages have numbered, by the highest number of each. */
	expected: number;
	/** Of these, the ones that came. */
	arrived: number;
}

export interface PageGaps {
	/** Counts one event; without page or number it says nothing. */
	saw(site: number, pageId: string | undefined, sequence: number | undefined): void;
	counts(): Readonly<PageGapCounts>;
}

/** Pages whose numbers are followed at once. */
const MAX_PAGES = 10_000;
/** A jump beyond this is no loss but a client's nonsense. */
const LARGEST_JUMP = 1_000;

/**
 * Follows the numbers that pages give to their events: the difference between the two counts is what was lost on the
 * way here. A page starts at the first number that is seen of it, so that a restart is no loss.
 */
export const pageGaps = (): PageGaps => {
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
