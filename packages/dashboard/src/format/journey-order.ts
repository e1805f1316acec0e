import type { JourneyGraph, JourneyLink, JourneyPage } from "./journeys.ts";

/** Sweeps over all columns; a graph of this size converges after a few. */
const SWEEPS = 12;

type Order = readonly (readonly string[])[];

const positionsOf = (order: Order): Map<string, number> =>
	new Map(order.flatMap((column) => column.map((id, position) => [id, position] as const)));

/** The weight of crossing links: each crossing counts with the sessions of the thinner one. */
export const crossingsOf = (order: Order, links: readonly JourneyLink[]): number => {
	const position = positionsOf(order);
	const column = new Map(order.flatMap((ids, step) => ids.map((id) => [id, step] as const)));
	const ends = links.map(({ source, target, sessions }) => ({
		step: column.get(source) ?? -1,
		from: position.get(source) ?? 0,
		to: position.get(target) ?? 0,
		sessions,
	}));
	let crossed = 0;
	for (const [index, one] of ends.entries())
		for (const other of ends.slice(index + 1))
			if (one.step === other.step && (one.from - other.from) * (one.to - other.to) < 0)
				crossed += Math.min(one.sessions, other.sessions);
	return crossed;
};

/** The mean position of a page's neighbours in another column, weighted by sessions; its own if it has none. */
const middleOf = (
	id: string,
	own: number,
	neighbours: readonly { id: string; sessions: number }[],
	position: ReadonlyMap<string, number>,
): number => {
	let [sum, weight] = [0, 0];
	for (const { id: neighbour, sessions } of neighbours) {
		if (neighbour === id) continue;
		sum += (position.get(neighbour) ?? 0) * sessions;
		weight += sessions;
	}
	return weight > 0 ? sum / weight : own;
};

const sortedBy = (
	order: Order,
	step: number,
	side: "source" | "target",
	{ links, isLast }: { links: readonly JourneyLink[]; isLast: (id: string) => boolean },
): string[] => {
	const position = positionsOf(order);
	const end = side === "source" ? "target" : "source";
	const middles = new Map(
		(order[step] ?? []).map((id, own) => {
			const neighbours = links
				.filter((link) => link[end] === id)
				.map((link) => ({ id: link[side], sessions: link.sessions }));
			return [id, middleOf(id, own, neighbours, position)] as const;
		}),
	);
	return [...(order[step] ?? [])].sort(
		(one, other) =>
			Number(isLast(one)) - Number(isLast(other)) ||
			(middles.get(one) ?? 0) - (middles.get(other) ?? 0),
	);
};

/** Swaps neighbours as long as that reduces crossings. */
const exchanged = (
	order: Order,
	links: readonly JourneyLink[],
	isLast: (id: string) => boolean,
): Order => {
	let best = order;
	let fewest = crossingsOf(order, links);
	for (let again = true; again; ) {
		again = false;
		for (const [step, column] of best.entries())
			for (const [position, id] of column.entries()) {
				const next = column[position + 1];
				if (next === undefined || isLast(next)) continue;
				const tried = best.map((ids, at) =>
					at === step ? ids.map((one) => (one === id ? next : one === next ? id : one)) : ids,
				);
				const crossed = crossingsOf(tried, links);
				if (crossed >= fewest) continue;
				[best, fewest, again] = [tried, crossed, true];
				break;
			}
	}
	return best;
};

const bySessions = (one: JourneyPage, other: JourneyPage) =>
	Number(one.page === undefined) - Number(other.page === undefined) ||
	other.sessions - one.sessions ||
	(one.id < other.id ? -1 : 1);

/**
 * The ids of each column from top to bottom, ordered so that links cross as little as possible. "All others" is always
 * last.
 */
export const journeyOrder = ({ steps, pages, links }: JourneyGraph): Order => {
	const heaps = new Set(pages.filter(({ page }) => page === undefined).map(({ id }) => id));
	const isLast = (id: string) => heaps.has(id);
	let order: Order = Array.from({ length: steps }, (_, step) =>
		pages
			.filter((page) => page.step === step)
			.sort(bySessions)
			.map(({ id }) => id),
	);
	let best = order;
	for (let sweep = 0; sweep < SWEEPS; sweep++) {
		const isForward = sweep % 2 === 0;
		const columns = order.map((_, step) => step);
		for (const step of isForward ? columns.slice(1) : columns.slice(0, -1).reverse()) {
			const sorted = sortedBy(order, step, isForward ? "source" : "target", { links, isLast });
			order = order.map((ids, at) => (at === step ? sorted : ids));
		}
		if (crossingsOf(order, links) < crossingsOf(best, links)) best = order;
	}
	return exchanged(best, links, isLast);
};
