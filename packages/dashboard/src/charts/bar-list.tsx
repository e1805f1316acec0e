import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import type { FigureChange } from "../format/change.ts";
import waiting from "../style/waiting.module.css";
import { joined } from "../ui/class-names.ts";
import css from "./bar-list.module.css";
import { BAR_ROWS } from "./bar-rows.ts";
import { ChangeMark } from "./shared/change-mark.tsx";
import { type ChartState, isMessage } from "./shared/chart-state.ts";
import type { ChartWords } from "./shared/chart-words.ts";
import { Hidden } from "./shared/hidden.tsx";

export interface BarChange extends FigureChange {
	/** The count that it has changed from. */
	title: string;
}

/** A value of a dimension with its count. */
export interface BarRow {
	/** As the filter writes it. */
	id: string;
	/** As it is displayed. */
	label: string;
	/** Decorates the label. */
	picture?: ComponentChildren;
	/** Sets the length of the bar. */
	value: number;
	text: string;
	title?: string | undefined;
	/** Shown in the second column. */
	share: string;
	/** Shown in the third column. */
	change?: BarChange | undefined;
	/** Whether a filter includes or excludes the row. */
	filter?: "only" | "without" | undefined;
	/** The URL of the item itself, such as the page. */
	href?: string | undefined;
}

interface BarListProps {
	/** What the list contains, for screen readers. */
	label: string;
	tabs: readonly { id: string; label: string }[];
	chosen: string;
	onTab(id: string): void;
	/** Shown after the tabs: a menu of lists that have no tab. */
	tabsEnd?: ComponentChildren;
	/** Heads of the columns of numbers, and what the share is a share of. That of changes sorts by them. */
	columns: {
		value: string;
		share: string;
		shareTitle?: string;
		change?: { title: string; isSorted: boolean; onSort(): void } | undefined;
	};
	/** How many rows fit; {@link BAR_ROWS} by default. */
	most?: number;
	/** Sorted; at most as many as fit. */
	rows: readonly BarRow[];
	/** A click filters by the row or removes that filter; Alt-click excludes it. Without it, rows are not buttons. */
	onFilter?: (id: string, kind: "only" | "without") => void;
	/** Explains the change of a row. */
	onWhy?: ((row: BarRow) => void) | undefined;
	state?: ChartState;
	/** Below the rows, such as a link to all of them. */
	footer?: ComponentChildren;
	words: ChartWords;
}

/** The smallest bar that is still visible. */
const LEAST_PERCENT = 0.4;

const Row = ({
	row,
	longest,
	onFilter,
	onWhy,
	words,
}: { row: BarRow; longest: number } & Pick<BarListProps, "onFilter" | "onWhy" | "words">) => {
	const width = longest > 0 ? Math.max(LEAST_PERCENT, (row.value / longest) * 100) : 0;
	const { change } = row;
	const mark = change && <ChangeMark change={change} words={words} />;
	// A button within the row's would be none, so it lies above the place that the row leaves free.
	const asksWhy = onWhy && change && change.direction !== "none";
	const content = (
		<>
			<span class={css["bar"]} style={{ "--width": `${width}%` }}>
				<span class={css["text"]} title={row.label}>
					{row.picture}
					{row.label}
				</span>
				{row.filter === "without" && <Hidden>{` ${words.excluded}`}</Hidden>}
			</span>
			<span class={css["number"]} title={row.title}>
				{row.text}
			</span>
			<span class={css["share"]}>{row.share}</span>
			{change && (
				<span class={css["change"]} title={change.title}>
					{!asksWhy && mark}
				</span>
			)}
		</>
	);
	return (
		<li class={css["item"]}>
			{onFilter ? (
				<button
					type="button"
					class={joined(css["row"], row.filter === "without" && css["without"])}
					aria-pressed={row.filter !== undefined}
					onClick={(event) => onFilter(row.id, event.altKey ? "without" : "only")}
					onKeyDown={(event) => {
						// Browsers do not turn Alt+Enter into a click.
						if (event.key !== "Enter" || !event.altKey) return;
						event.preventDefault();
						onFilter(row.id, "without");
					}}
				>
					{content}
				</button>
			) : (
				<span class={css["row"]}>{content}</span>
			)}
			{asksWhy && (
				<button
					type="button"
					class={joined(css["change"], css["why"])}
					title={change.title}
					onClick={() => onWhy(row)}
				>
					{mark}
					<Hidden>{` ${words.whyOf(row.label)}`}</Hidden>
				</button>
			)}
			{row.href !== undefined && (
				<a class={css["open"]} href={row.href} target="_blank" rel="noreferrer">
					<Hidden>{words.openPage(row.label)}</Hidden>
					<svg viewBox="0 0 16 16" aria-hidden="true">
						<path d="M6 4H4v8h8v-2M9 3h4v4M13 3L7.5 8.5" />
					</svg>
				</a>
			)}
		</li>
	);
};

const Tabs = ({
	id,
	label,
	tabs,
	chosen,
	onTab,
}: { id: string } & Pick<BarListProps, "label" | "tabs" | "chosen" | "onTab">) => {
	const list = useRef<HTMLDivElement>(null);
	const isMoved = useRef(false);
	useLayoutEffect(() => {
		// A list starts with its first tab visible: measuring would cost the first render a layout.
		isMoved.current ||= chosen !== tabs[0]?.id;
		const row = list.current;
		const tab = isMoved.current && row?.querySelector<HTMLElement>("[aria-selected=true]");
		if (!row || !tab) return;
		// Keeps the chosen tab visible when there are more tabs than fit. scrollIntoView() might scroll the page, too.
		const { left, right } = row.getBoundingClientRect();
		const at = tab.getBoundingClientRect();
		if (at.right > right) row.scrollLeft += at.right - right;
		else if (at.left < left) row.scrollLeft += at.left - left;
	}, [chosen]);
	const move = (event: KeyboardEvent) => {
		const at = tabs.findIndex((tab) => tab.id === chosen);
		const to = {
			ArrowRight: (at + 1) % tabs.length,
			ArrowLeft: (at - 1 + tabs.length) % tabs.length,
			Home: 0,
			End: tabs.length - 1,
		}[event.key];
		const tab = to === undefined ? undefined : tabs[to];
		if (!tab || to === undefined) return;
		event.preventDefault();
		onTab(tab.id);
		list.current?.querySelectorAll<HTMLElement>("[role=tab]")[to]?.focus();
	};
	return (
		<div class={css["tabs"]} role="tablist" aria-label={label} ref={list}>
			{tabs.map((tab) => (
				<button
					type="button"
					role="tab"
					key={tab.id}
					id={`${id}-${tab.id}`}
					aria-controls={`${id}-panel`}
					aria-selected={tab.id === chosen}
					tabIndex={tab.id === chosen ? 0 : -1}
					onClick={() => onTab(tab.id)}
					onKeyDown={move}
				>
					{tab.label}
				</button>
			))}
		</div>
	);
};

const Skeleton = ({ most, words }: { most: number; words: ChartWords }) => (
	<div class={css["rows"]}>
		<Hidden>{words.loading}</Hidden>
		{Array.from({ length: most }, (_, index) => (
			<span
				class={joined(waiting["skeleton"], css["waiting"])}
				key={index}
				style={{ "--width": `${100 - index * 11}%` }}
			/>
		))}
	</div>
);

/** A dimension with its most frequent values. Each row is a filter. */
export const BarList = (props: BarListProps) => {
	const {
		label,
		tabs,
		chosen,
		columns,
		rows,
		onFilter,
		onWhy,
		state = "ready",
		footer,
		words,
	} = props;
	const { most = BAR_ROWS } = props;
	const id = useId();
	const longest = Math.max(0, ...rows.map(({ value }) => value));
	const only = tabs.length === 1 ? tabs[0] : undefined;
	const { change } = columns;
	return (
		<section
			class={joined(
				css["list"],
				change && css["compared"],
				state === "stale" && joined(css["stale"], waiting["refetching"]),
			)}
			aria-label={label}
			aria-busy={state === "loading" || state === "stale"}
		>
			<div class={css["head"]}>
				{only ? <h2 class="cut">{only.label}</h2> : <Tabs {...props} id={id} />}
				{props.tabsEnd}
				<div class={css["columns"]}>
					<span aria-hidden="true">{columns.value}</span>
					<span class={css["shareHead"]} aria-hidden="true" title={columns.shareTitle}>
						{columns.share}
					</span>
					{change && (
						<button
							type="button"
							class={joined("link", css["changeHead"])}
							title={change.title}
							aria-pressed={change.isSorted}
							onClick={change.onSort}
						>
							{words.change}
						</button>
					)}
				</div>
			</div>
			<div
				class={css["body"]}
				style={{ "--rows": most }}
				{...(only
					? {}
					: { role: "tabpanel", id: `${id}-panel`, "aria-labelledby": `${id}-${chosen}` })}
			>
				{state === "loading" ? (
					<Skeleton most={most} words={words} />
				) : isMessage(state) ? (
					state.message
				) : (
					<ol class={css["rows"]}>
						{rows.slice(0, most).map((row) => (
							<Row
								key={row.id}
								row={row}
								longest={longest}
								words={words}
								onWhy={onWhy}
								{...(onFilter ? { onFilter } : {})}
							/>
						))}
					</ol>
				)}
			</div>
			{footer && (
				<div class={css["footer"]}>
					{footer}
					<span class={css["shareOf"]}>{columns.shareTitle}</span>
				</div>
			)}
		</section>
	);
};
