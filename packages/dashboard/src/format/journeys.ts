/** A path through the site: the pages of a number of sessions, in order. */
export interface Way {
	path: readonly string[];
	count: number;
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

const add = <Key>(sums: Map<Key, number>, key: Key, count: number) =>
	sums.set(key, (sums.get(key) ?? 0) + count);

/** The pages of a step with the most sessions; the others are grouped. */
const shownPages = (ways: readonly Way[], step: number, most: number): Set<string> => {
	const sums = new Map<string, number>();
	for (const { path, count } of ways) {
		const page = path[step];
		if (page !== undefined) add(sums, page, count);
	}
	const ranked = [...sums].sort(
		([onePage, one], [otherPage, other]) => other - one || (onePage < otherPage ? -1 : 1),
	);
	// A group of one page is better shown by its name.
	const places = ranked.length === most + 1 ? most + 1 : most;
	return new Set(ranked.slice(0, places).map(([page]) => page));
};

/**
 * The graph of the paths that most sessions took.
 * @param most pages that a step shows besides "all others"
 */
export const journeyGraph = (ways: readonly Way[], most: number): JourneyGraph => {
	const steps = Math.max(0, ...ways.map(({ path }) => path.length));
	const shown = Array.from({ length: steps }, (_, step) => shownPages(ways, step, most));
	const pages = new Map<string, JourneyPage>();
	const others = new Map<number, Set<string>>();
	const links = new Map<string, JourneyLink>();

	const placeOf = (step: number, page: string, count: number): string => {
		const name = shown[step]?.has(page) ? page : undefined;
		const id = idOf(step, name);
		const known = pages.get(id) ?? { id, step, page: name, pages: 1, sessions: 0 };
		if (name === undefined) {
			const together = others.get(step) ?? new Set();
			others.set(step, together.add(page));
			known.pages = together.size;
		}
		known.sessions += count;
		pages.set(id, known);
		return id;
	};

	for (const { path, count } of ways) {
		let source: string | undefined;
		for (const [step, page] of path.entries()) {
			const target = placeOf(step, page, count);
			if (source !== undefined) {
				const key = JSON.stringify([source, target]);
				const link = links.get(key) ?? { source, target, sessions: 0 };
				link.sessions += count;
				links.set(key, link);
			}
			source = target;
		}
	}
	return { steps, pages: [...pages.values()], links: [...links.values()] };
};
