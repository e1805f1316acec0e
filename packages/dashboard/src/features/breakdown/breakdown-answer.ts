import type { QueryParameters } from "../../api/site-reports.ts";
import { percentOf } from "../../format/number.ts";
import { hasCodes } from "../../layout/text/filter-text.ts";
import { foldedText } from "../../ui/form/match-text.ts";
import { type ListedDimension, OUTBOUND_LINKS } from "./dimensions.ts";
import type { RowFigure } from "./figures.ts";
import { ROWS_PER_PAGE, type TableView } from "./table-view.ts";

type Figures = Partial<Record<RowFigure, number>>;

/** A value of a dimension with its figures. */
export interface BreakdownRow {
	value: string;
	figures: Figures;
	/** Of the comparison period. */
	previous?: Figures | undefined;
	/** Of the latest view of a page. */
	hostname?: string | undefined;
	/** Of the latest view with a title. */
	pathname?: string | undefined;
	/** When a link was last clicked, ISO 8601. */
	latest?: string | undefined;
}

/** Rows of a table, and the number of rows on all pages. */
export interface BreakdownList {
	rows: readonly BreakdownRow[];
	rowCount: number;
	/** Over the rows of all pages. */
	totals: { count: number; pageviews?: number | undefined } | undefined;
}

/** The fields that any of the reports may return. */
interface AnsweredRow extends Figures {
	value?: string;
	url?: string;
	hostname?: string;
	pathname?: string;
	lastClicked?: string;
	previous?: Figures | undefined;
}
interface AnsweredPage {
	data: readonly AnsweredRow[];
	totalCount?: number;
	totals?: { count: number; pageviews?: number };
}
export interface BreakdownAnswer {
	data: readonly AnsweredRow[] | AnsweredPage;
}

const FIGURES: readonly RowFigure[] = [
	"count",
	"percentage",
	"pageviews",
	"bounce_rate",
	"time_on_page_seconds",
];

const figuresIn = (row: Figures): Figures =>
	Object.fromEntries(
		FIGURES.flatMap((figure) => (row[figure] === undefined ? [] : [[figure, row[figure]]])),
	);

const rowOf = (row: AnsweredRow): BreakdownRow => ({
	value: row.value ?? row.url ?? "",
	figures: figuresIn(row),
	...(row.previous && { previous: figuresIn(row.previous) }),
	hostname: row.hostname,
	pathname: row.pathname,
	latest: row.lastClicked,
});

/** The most rows of one response. */
const MOST_ROWS = 1000;

/**
 * Whether all rows are fetched at once, and searched and sorted here: the store has codes instead of their names, or
 * does not sort them.
 */
export const isWhole = ({ id }: ListedDimension): boolean => hasCodes(id) || id === OUTBOUND_LINKS;

/** The report behind a table, with its parameters. */
export const breakdownQuery = (
	dimension: ListedDimension,
	{ sort, find, page }: TableView,
): { report: "metric" | "page-titles" | "events/outbound"; parameters: QueryParameters } => {
	if (dimension.id === OUTBOUND_LINKS) return { report: "events/outbound", parameters: {} };
	const parameters = {
		sort_by: isWhole(dimension) && sort.by === "value" ? "count" : sort.by,
		sort_order: sort.order,
		...(isWhole(dimension)
			? { limit: MOST_ROWS }
			: { limit: ROWS_PER_PAGE, page, ...(find !== "" && { search: find }) }),
	};
	// Its rows have more figures than those of `metric`.
	if (dimension.id === "page_title") return { report: "page-titles", parameters };
	return { report: "metric", parameters: { parameter: dimension.id, totals: true, ...parameters } };
};

const withShares = (rows: readonly BreakdownRow[]): BreakdownRow[] => {
	const all = rows.reduce((sum, { figures }) => sum + (figures.count ?? 0), 0);
	return rows.map((row) => {
		const percentage = percentOf(row.figures.count ?? 0, all);
		return { ...row, figures: { ...row.figures, ...(percentage !== null && { percentage }) } };
	});
};

/** The part of a complete list that a table shows. */
const arranged = (
	rows: readonly BreakdownRow[],
	{ sort, find, page }: TableView,
	{ nameOf, locale }: Naming,
): BreakdownList => {
	const folded = foldedText(find.trim());
	const found = rows.filter(
		({ value }) => foldedText(nameOf(value)).includes(folded) || foldedText(value).includes(folded),
	);
	const { compare } = new Intl.Collator(locale, { numeric: true });
	const sign = sort.order === "asc" ? 1 : -1;
	const difference = (one: BreakdownRow, other: BreakdownRow) =>
		sort.by === "value"
			? compare(nameOf(one.value), nameOf(other.value))
			: (one.figures[sort.by as RowFigure] ?? 0) - (other.figures[sort.by as RowFigure] ?? 0);
	const sorted = found.toSorted((one, other) => sign * difference(one, other));
	return {
		rows: sorted.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE),
		rowCount: found.length,
		totals: { count: found.reduce((sum, { figures }) => sum + (figures.count ?? 0), 0) },
	};
};

interface Naming {
	/** A value as it is displayed. */
	nameOf(value: string): string;
	locale: string;
}

/** The rows of a response. */
export const breakdownListOf = (
	answer: BreakdownAnswer,
	dimension: ListedDimension,
	view: TableView,
	naming: Naming,
): BreakdownList => {
	const found: AnsweredPage =
		"totalCount" in answer.data || !Array.isArray(answer.data)
			? (answer.data as AnsweredPage)
			: { data: answer.data };
	const rows = found.data.map(rowOf);
	if (dimension.id === OUTBOUND_LINKS) return arranged(withShares(rows), view, naming);
	if (isWhole(dimension)) return arranged(rows, view, naming);
	return { rows, rowCount: found.totalCount ?? rows.length, totals: found.totals };
};
