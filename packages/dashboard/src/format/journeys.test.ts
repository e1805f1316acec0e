import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stepPagesOf } from "../../gallery/step-pages.ts";
import { crossingsOf, journeyOrder } from "./journey-order.ts";
import { journeyGraph, type Way } from "./journeys.ts";

const graphOf = (all: readonly Way[], most: number) => journeyGraph(all, stepPagesOf(all), most);

const ways = [
	{ path: ["/", "/a", "/b"], count: 30 },
	{ path: ["/", "/b"], count: 20 },
	{ path: ["/x", "/a"], count: 5 },
	{ path: ["/y", "/c"], count: 2 },
	{ path: ["/z", "/c"], count: 1 },
];

describe("the graph of journeys", () => {
	it("adds up the sessions of pages and links", () => {
		const graph = graphOf(ways, 8);
		expect(graph.steps).toBe(3);
		expect(graph.pages.find(({ step, page }) => step === 0 && page === "/")?.sessions).toBe(50);
		expect(graph.links).toContainEqual({
			source: "0 page /",
			target: "1 page /a",
			sessions: 30,
		});
	});

	it("groups the least frequent pages, but never a single one", () => {
		expect(graphOf(ways, 2).pages.filter(({ step }) => step === 0)).toEqual([
			{ id: "0 page /", step: 0, page: "/", pages: 1, sessions: 50 },
			{ id: "0 page /x", step: 0, page: "/x", pages: 1, sessions: 5 },
			{ id: "0 others", step: 0, page: undefined, pages: 2, sessions: 3 },
		]);
		expect(graphOf(ways, 3).pages.some(({ page, step }) => !page && step === 0)).toBe(false);
	});

	it("distinguishes a page from the group of all others, whatever its name", () =>
		expect(graphOf([{ path: ["others", "/"], count: 1 }], 4).pages.map(({ id }) => id)).toEqual([
			"0 page others",
			"1 page /",
		]));

	it("counts all sessions of a page, also those of journeys that are not listed", () => {
		const { pages, links } = journeyGraph(ways.slice(0, 2), stepPagesOf(ways), 2);
		expect(pages.filter(({ step }) => step === 0)).toEqual([
			{ id: "0 page /", step: 0, page: "/", pages: 1, sessions: 50 },
			{ id: "0 page /x", step: 0, page: "/x", pages: 1, sessions: 5 },
			{ id: "0 others", step: 0, page: undefined, pages: 2, sessions: 3 },
		]);
		expect(links.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(80);
	});

	it("is empty without journeys", () =>
		expect(graphOf([], 4)).toEqual({ steps: 0, pages: [], links: [] }));
});

describe("the order of pages", () => {
	const page = fc.constantFrom("/a", "/b", "/c", "/d", "/e", "/f");
	const random = fc.array(
		fc.record({
			path: fc.array(page, { minLength: 2, maxLength: 3 }),
			count: fc.integer({ min: 1, max: 500 }),
		}),
		{ minLength: 1, maxLength: 20 },
	);

	it("contains every page once, with all others at the end of its column", () =>
		fc.assert(
			fc.property(random, (given) => {
				const graph = graphOf(given, 3);
				const order = journeyOrder(graph);
				expect([...order.flat()].sort()).toEqual(graph.pages.map(({ id }) => id).sort());
				for (const column of order) {
					const heap = column.findIndex((id) => id.endsWith(" others"));
					expect(heap === -1 || heap === column.length - 1).toBe(true);
				}
			}),
		));

	it("never has more crossings than an order by sessions", () =>
		fc.assert(
			fc.property(random, (given) => {
				const graph = graphOf(given, 6);
				const bySessions = Array.from({ length: graph.steps }, (_, step) =>
					graph.pages
						.filter((one) => one.step === step)
						.sort((one, other) => other.sessions - one.sessions || (one.id < other.id ? -1 : 1))
						.map(({ id }) => id),
				);
				expect(crossingsOf(journeyOrder(graph), graph.links)).toBeLessThanOrEqual(
					crossingsOf(bySessions, graph.links),
				);
			}),
		));

	it("has no crossings where none are needed", () => {
		const graph = graphOf(
			[
				{ path: ["/a", "/2"], count: 9 },
				{ path: ["/b", "/1"], count: 8 },
				{ path: ["/b", "/2"], count: 1 },
				{ path: ["/c", "/1"], count: 7 },
				{ path: ["/d", "/3"], count: 6 },
			],
			6,
		);
		expect(crossingsOf(journeyOrder(graph), graph.links)).toBe(0);
	});
});
