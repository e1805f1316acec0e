/** A path through the site: the pages of a number of sessions, in order. */
export interface Way {
	path: readonly string[];
	count: number;
}

/** The pages of a step, whatever comes before and after them. */
export interface StepPages {
	/** Sessions that reach the step. */
	count: number;
	/** How many different pages there are. */
	page_count: number;
	/** The most frequent first. */
	pages: readonly { page: string; count: number }[];
}

export interface JourneyPage {
	/** Unique in the chart: the same page may appear in several columns. */
	id: string;
	/** The column, from 0. */
	step: number;
	/** A path, or `undefined` for the group of all other pages. */
	page: string | undefined;
	/** How many pages the group contains. */
	pages: number;
	sessions: number;
}

export interface JourneyLink {
	source: string;
	target: string;
	sessions: number;
}

/** The pages of each step and the links between them. */
export interface JourneyGraph {
	steps: number;
	pages: readonly JourneyPage[];
	links: readonly JourneyLink[];
}

const OTHERS = "others";
const idOf = (step: number, page: string | undefined) =>
	page === undefined ? `${step} ${OTHERS}` : `${step} page ${page}`;

/** The pages of a step with the most sessions; the others are grouped. */
const shownPages = ({ count, page_count, pages }: StepPages, step: number, most: number) => {
	// A group of one page is better shown by its name.
	const shown = pages.slice(0, page_count === most + 1 ? most + 1 : most);
	const marks = shown.map(({ page, count: sessions }): JourneyPage => {
		return { id: idOf(step, page), step, page, pages: 1, sessions };
	});
	const together = page_count - shown.length;
	if (together === 0) return marks;
	const sessions = count - shown.reduce((sum, one) => sum + one.count, 0);
	return [
		...marks,
		{ id: idOf(step, undefined), step, page: undefined, pages: together, sessions },
	];
};

/**
 * The graph of the paths that most sessions took. A page counts all of its sessions, so it may have more than its links.
 * @param most pages that a step shows besides "all others"
 */
export const journeyGraph = (
	ways: readonly Way[],
	steps: readonly StepPages[],
	most: number,
): JourneyGraph => {
	// A step that only unlisted journeys reach would have no links.
	const length = Math.max(0, ...ways.map(({ path }) => path.length));
	const pages = steps.slice(0, length).flatMap((step, index) => shownPages(step, index, most));
	const ids = new Set(pages.map(({ id }) => id));
	const links = new Map<string, JourneyLink>();
	const placeOf = (step: number, page: string): string =>
		ids.has(idOf(step, page)) ? idOf(step, page) : idOf(step, undefined);

	for (const { path, count } of ways) {
		let source: string | undefined;
		for (const [step, page] of path.entries()) {
			const target = placeOf(step, page);
			if (source !== undefined) {
				const key = JSON.stringify([source, target]);
				const link = links.get(key) ?? { source, target, sessions: 0 };
				link.sessions += count;
				links.set(key, link);
			}
			source = target;
		}
	}
	return { steps: length, pages, links: [...links.values()] };
};
