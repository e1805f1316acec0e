import { useId, useMemo, useRef, useState } from "preact/hooks";
import { type JourneyPage, journeyGraph, type StepPages, type Way } from "../../format/journeys.ts";
import { countText } from "../../format/number.ts";
import { isolated } from "../../i18n/isolated.ts";
import { joined } from "../../ui/class-names.ts";
import { ScrollArea } from "../../ui/scroll-area.tsx";
import type { ChartWords } from "../shared/chart-words.ts";
import { ToggleButton } from "../shared/toggle-button.tsx";
import { useSize } from "../shared/use-size.ts";
import { JourneySteps } from "./journey-steps.tsx";
import css from "./sankey.module.css";
import { type PlacedLink, type PlacedPage, sankeyLayout } from "./sankey-layout.ts";

export interface SankeyProps {
	ways: readonly Way[];
	pages: readonly StepPages[];
	/** Names of the columns: first page, second … */
	steps: readonly string[];
	/** Heads of the table. */
	heads: { from: string; to: string; sessions: string };
	label: string;
	/** Called with the page that was clicked and the index of its step. */
	onPick?: ((page: string, step: number) => void) | undefined;
	isStale?: boolean;
	locale: string;
	words: ChartWords;
}

const WIDTH = 1000;
/** Width that a column needs for its names; the drawing grows with the number of columns. */
const COLUMN_WIDTH = 250;
/** Below this width the names would be unreadable, and the drawing scrolls instead. */
const LEAST_SCALE = 0.9;
/** Below this width the steps are listed instead: a drawing would show only one of its columns. */
const LEAST_WIDTH = 560;
const HEIGHT = 380;
const TOP = 28;
/** Of one character of a name or a count, at most. */
const CHARACTER_WIDTH = 7;
/** Between a page, its name and its count. */
const NAME_GAPS = 20;
const MOST_PAGES = 7;
const LONGEST_NAME = 26;

const shortened = (name: string): string =>
	name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;

const bandOf = ({ from, to, y0, y1 }: PlacedLink): string => {
	const [start, end] = [from.x + from.width, to.x];
	const middle = (start + end) / 2;
	return `M${start} ${y0}C${middle} ${y0} ${middle} ${y1} ${end} ${y1}`;
};

interface SankeyParts {
	pages: readonly PlacedPage[];
	/** The broadest first. */
	links: readonly PlacedLink[];
	nameOf(page: JourneyPage): string;
}

type SankeyTableProps = SankeyParts & Pick<SankeyProps, "heads" | "locale">;

const SankeyTable = ({ links, nameOf, heads, locale }: SankeyTableProps) => (
	<table class={css["table"]}>
		<thead>
			<tr>
				<th scope="col">{heads.from}</th>
				<th scope="col">{heads.to}</th>
				<th scope="col">{heads.sessions}</th>
			</tr>
		</thead>
		<tbody>
			{links.map(({ from, to, sessions }) => (
				<tr key={`${from.id} ${to.id}`}>
					<th scope="row">{`${from.step + 1}. ${isolated(nameOf(from))}`}</th>
					<td>{`${to.step + 1}. ${isolated(nameOf(to))}`}</td>
					<td>{countText(sessions, locale)}</td>
				</tr>
			))}
		</tbody>
	</table>
);

interface PageMarkProps {
	page: PlacedPage;
	name: string;
	count: string;
	/** The id of the head of its column. */
	headId: string;
	onPick: SankeyProps["onPick"];
	/** Highlights the links of the page, or of none. */
	onOver(id: string | undefined): void;
}

/** A page that can be picked is a button; its links are highlighted while it has the focus. */
const buttonOf = ({ page: { id, page, step }, headId, onPick, onOver }: PageMarkProps) => {
	if (!onPick || page === undefined) return {};
	const pick = () => onPick(page, step);
	return {
		class: css["pickable"],
		role: "button" as const,
		tabindex: 0,
		"aria-describedby": headId,
		onFocus: () => onOver(id),
		onBlur: () => onOver(undefined),
		onClick: pick,
		onKeyDown: (event: KeyboardEvent) => {
			if (event.key !== "Enter" && event.key !== " ") return;
			event.preventDefault();
			pick();
		},
	};
};

const PageMark = (props: PageMarkProps) => {
	const { page, name, count, onOver } = props;
	const short = shortened(name);
	return (
		<g
			onPointerEnter={() => onOver(page.id)}
			onPointerLeave={() => onOver(undefined)}
			{...buttonOf(props)}
		>
			<rect
				class={page.page === undefined ? css["others"] : css["page"]}
				x={page.x}
				y={page.y}
				width={page.width}
				height={page.height}
				rx="1"
			/>
			<text class={css["name"]} x={page.x + page.width + 6} y={page.y + page.height / 2}>
				{short !== name && <title>{name}</title>}
				{`${isolated(short)} `}
				<tspan class={css["count"]} dx="6">
					{count}
				</tspan>
			</text>
		</g>
	);
};

type SankeyDrawingProps = SankeyParts & { width: number } & Pick<
		SankeyProps,
		"steps" | "label" | "onPick" | "locale" | "words"
	>;

const SankeyDrawing = (props: SankeyDrawingProps) => {
	const { pages, links, nameOf, width, steps, label, onPick, locale, words } = props;
	const chartId = useId();
	const headId = (step: number) => `${chartId}-${step}`;
	const [over, setOver] = useState<string | undefined>();
	const columns = [...new Set(pages.map(({ x }) => x))].sort((one, other) => one - other);
	const isLit = ({ source, target }: PlacedLink) =>
		over !== undefined && (source === over || target === over);
	return (
		// biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a drawing.
		<svg
			class={css["flow"]}
			viewBox={`0 0 ${width} ${HEIGHT + 12}`}
			style={{ "--least": `${width * LEAST_SCALE}px` }}
			role="group"
			aria-label={label}
		>
			{columns.map((x, step) => (
				<text id={headId(step)} class={css["head"]} x={x} y="10" key={x}>
					{steps[step]}
				</text>
			))}
			{links.map((link) => (
				<path
					key={`${link.source} ${link.target}`}
					class={joined(css["band"], isLit(link) && css["lit"])}
					d={bandOf(link)}
					stroke-width={link.width}
				>
					<title>
						{words.journey(nameOf(link.from), nameOf(link.to), countText(link.sessions, locale))}
					</title>
				</path>
			))}
			{pages.map((page) => (
				<PageMark
					key={page.id}
					page={page}
					name={nameOf(page)}
					count={countText(page.sessions, locale)}
					headId={headId(page.step)}
					onPick={onPick}
					onOver={setOver}
				/>
			))}
		</svg>
	);
};

/** The paths that most sessions take from page to page. */
export const Sankey = (props: SankeyProps) => {
	const {
		ways,
		pages: ofSteps,
		steps,
		heads,
		label,
		onPick,
		isStale = false,
		locale,
		words,
	} = props;
	const [isTable, setTable] = useState(false);
	const root = useRef<HTMLDivElement>(null);
	const isNarrow = useSize(root).width < LEAST_WIDTH;
	const width = Math.max(WIDTH, ofSteps.length * COLUMN_WIDTH);
	const nameOf = ({ page, pages: together }: JourneyPage) => page ?? words.otherPages(together);
	const { pages, links } = useMemo(() => {
		const graph = journeyGraph(ways, ofSteps, MOST_PAGES);
		const lastNames = graph.pages
			.filter(({ step }) => step === graph.steps - 1)
			.map((page) => shortened(nameOf(page)) + countText(page.sessions, locale));
		const longestLast = Math.max(0, ...lastNames.map((text) => text.length));
		return sankeyLayout(graph, {
			width,
			height: HEIGHT,
			top: TOP,
			lastNames: longestLast * CHARACTER_WIDTH + NAME_GAPS,
		});
	}, [ways, ofSteps, locale]);
	const parts = {
		pages,
		links: [...links].sort((one, other) => other.sessions - one.sessions),
		nameOf,
		locale,
	};
	return (
		<div ref={root} class={joined(css["journeys"], isStale && css["stale"])} aria-busy={isStale}>
			<div class={css["tools"]}>
				<ToggleButton label={words.table} isOn={isTable} onChange={setTable} />
			</div>
			{isNarrow && !isTable ? (
				<JourneySteps {...parts} {...{ steps, onPick }} />
			) : (
				<div class={css["body"]}>
					<ScrollArea label={label}>
						{isTable ? (
							<SankeyTable {...parts} heads={heads} />
						) : (
							<SankeyDrawing {...parts} {...{ width, steps, label, onPick, words }} />
						)}
					</ScrollArea>
				</div>
			)}
		</div>
	);
};
