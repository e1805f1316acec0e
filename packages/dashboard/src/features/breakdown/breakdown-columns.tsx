import { ChangeMark } from "../../charts/shared/change-mark.tsx";
import { changeOf } from "../../format/change.ts";
import { countTitle, figureText } from "../../format/number.ts";
import { momentText } from "../../format/time.ts";
import type { words as listWords } from "../../i18n/en/lists.ts";
import type { Wording } from "../../i18n/language.ts";
import { valueText } from "../../layout/text/filter-text.ts";
import type { TableColumn } from "../../ui/table.tsx";
import { WhyButton } from "../shared/why/why-button.tsx";
import type { BreakdownRow } from "./breakdown-answer.ts";
import type { ListedDimension } from "./dimensions.ts";
import { FIGURE_FACTS, FIGURES_OF, type RowFigure } from "./figures.ts";

export interface ColumnContext {
	dimension: ListedDimension;
	wording: Wording;
	lists: typeof listWords;
	/** Whether rows have the figures of the comparison period, too. */
	isCompared: boolean;
	time: { timeZone: string; now: number };
}

/** The name of a figure for a dimension: sessions of entry pages are called entries. */
export const figureName = (
	figure: RowFigure,
	{ id, kind }: ListedDimension,
	lists: typeof listWords,
): string => {
	if (figure !== "count") return lists.figures[figure];
	if (kind === "links") return lists.clicks;
	if (id === "entry_page") return lists.entries;
	return id === "exit_page" ? lists.exits : lists.figures.count;
};

/** Every session has a value of these, if only "Direct". */
const OF_EVERY_SESSION = ["channel", "referrer"];

/** What the share of a row is a share of, in words. */
export const shareText = ({ id, kind }: ListedDimension, lists: typeof listWords): string =>
	lists.shareOf(lists.shares[OF_EVERY_SESSION.includes(id) ? "edges" : kind]);

const titleOf = (figure: RowFigure, dimension: ListedDimension, lists: typeof listWords) => {
	if (figure === "percentage") return shareText(dimension, lists);
	const { kind } = dimension;
	return figure === "bounce_rate" && kind !== "sessions" ? lists.bounceOfPage : undefined;
};

const figureColumn = (
	figure: RowFigure,
	{ dimension, wording: { locale }, lists }: ColumnContext,
): TableColumn<BreakdownRow> => ({
	id: figure,
	head: figureName(figure, dimension, lists),
	headTitle: titleOf(figure, dimension, lists),
	isNumber: true,
	isSortable: true,
	cell: ({ figures }) => {
		const value = figures[figure] ?? null;
		const { unit } = FIGURE_FACTS[figure];
		const title = value !== null && unit === "count" ? countTitle(value, locale) : undefined;
		return <span title={title}>{figureText(value, unit, locale)}</span>;
	},
});

/** The metric whose change the change of a row is, filtered by its value; undefined for figures of single pages. */
const metricOf = (figure: RowFigure, { kind }: ListedDimension): string | undefined => {
	if (kind === "links") return undefined;
	if (figure === "count") return "sessions";
	if (figure === "pageviews") return "pageviews";
	return figure === "bounce_rate" && kind === "sessions" ? "bounce_rate" : undefined;
};

const changeColumn = (figure: RowFigure, context: ColumnContext): TableColumn<BreakdownRow> => {
	const { wording, lists, dimension } = context;
	const { words, locale } = wording;
	const { unit, better } = FIGURE_FACTS[figure];
	return {
		id: `${figure}-change`,
		head: lists.change,
		headLabel: lists.changeOf(figureName(figure, dimension, lists)),
		isNumber: true,
		cell: ({ value, figures, previous }) => {
			const before = previous?.[figure] ?? null;
			const change = changeOf({
				current: figures[figure] ?? null,
				// Without sessions a rate was not measured.
				previous: figure !== "count" && previous?.count === 0 ? null : before,
				unit,
				better,
				locale,
				words: words.chart,
			});
			if (!change) return null;
			const title = words.chart.from(figureText(before, unit, locale));
			const mark = <ChangeMark change={change} words={words.chart} />;
			const metric = metricOf(figure, dimension);
			if (metric === undefined || change.direction === "none")
				return <span title={title}>{mark}</span>;
			const name = `${figureName(figure, dimension, lists)}, ${valueText(dimension.id, value, wording)}`;
			return (
				<WhyButton of={{ metric, name, where: { field: dimension.id, value } }} title={title}>
					{mark}
				</WhyButton>
			);
		},
	};
};

const lastClickColumn = ({
	wording: { locale },
	lists,
	time,
}: ColumnContext): TableColumn<BreakdownRow> => ({
	id: "latest",
	head: lists.lastClick,
	isNumber: true,
	cell: ({ latest }) => latest && momentText(Date.parse(latest), { locale, ...time }),
});

/** The columns of figures, each with its change beside it. */
export const figureColumns = (context: ColumnContext): TableColumn<BreakdownRow>[] => [
	...FIGURES_OF[context.dimension.kind].flatMap((figure) => [
		figureColumn(figure, context),
		...(context.isCompared && FIGURE_FACTS[figure].isCompared
			? [changeColumn(figure, context)]
			: []),
	]),
	...(context.dimension.kind === "links" ? [lastClickColumn(context)] : []),
];
