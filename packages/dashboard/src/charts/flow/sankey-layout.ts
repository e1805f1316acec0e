import { type SankeyNode, sankey } from "d3-sankey";
import { journeyOrder } from "../../format/journey-order.ts";
import type { JourneyGraph, JourneyLink, JourneyPage } from "../../format/journeys.ts";

export interface PlacedPage extends JourneyPage {
	x: number;
	y: number;
	width: number;
	height: number;
}

export interface PlacedLink extends JourneyLink {
	from: PlacedPage;
	to: PlacedPage;
	/** The middle of the band at its two ends, and its thickness. */
	y0: number;
	y1: number;
	width: number;
}

export interface SankeyLayout {
	pages: readonly PlacedPage[];
	links: readonly PlacedLink[];
}

/** Width of a page's bar; its name is beside it. */
const BAR_PX = 8;
const GAP_PX = 14;

type Node = SankeyNode<JourneyPage, JourneyLink>;

/**
 * Places pages in columns and the links between them.
 * @param size of the drawing, with space for names at the right of the last column
 */
export const sankeyLayout = (
	graph: JourneyGraph,
	size: { width: number; height: number; top: number; lastNames: number },
): SankeyLayout => {
	if (graph.pages.length === 0) return { pages: [], links: [] };
	const position = new Map(
		journeyOrder(graph).flatMap((column) => column.map((id, index) => [id, index] as const)),
	);
	const placeOf = ({ id }: Node) => position.get(id) ?? 0;
	const layout = sankey<JourneyPage, JourneyLink>()
		.nodeId(({ id }) => id)
		.nodeAlign(({ step }) => step)
		.nodeWidth(BAR_PX)
		.nodePadding(GAP_PX)
		.nodeSort((one, other) => placeOf(one) - placeOf(other))
		.iterations(24)
		.extent([
			[0, size.top],
			[size.width - size.lastNames, size.height],
		]);
	// d3 modifies its input.
	const placed = layout({
		nodes: graph.pages.map((page) => ({ ...page, fixedValue: page.sessions })),
		links: graph.links.map((link) => ({ ...link, value: link.sessions })),
	});
	const pages = new Map(
		placed.nodes.map((node): [string, PlacedPage] => [
			node.id,
			{
				id: node.id,
				step: node.step,
				page: node.page,
				pages: node.pages,
				sessions: node.sessions,
				x: node.x0 ?? 0,
				y: node.y0 ?? 0,
				width: BAR_PX,
				height: Math.max(1, (node.y1 ?? 0) - (node.y0 ?? 0)),
			},
		]),
	);
	const links = placed.links.flatMap((link): PlacedLink[] => {
		const [source, target] = [link.source, link.target] as unknown as [Node, Node];
		const [from, to] = [pages.get(source.id), pages.get(target.id)];
		if (!from || !to) return [];
		return [
			{
				source: source.id,
				target: target.id,
				sessions: link.sessions,
				from,
				to,
				y0: link.y0 ?? 0,
				y1: link.y1 ?? 0,
				width: Math.max(1, link.width ?? 0),
			},
		];
	});
	return { pages: [...pages.values()], links };
};
