import { BAR_ROWS } from "../../charts/bar-rows.ts";
import { countText } from "../../format/number.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import type { words as listWords } from "../../i18n/en/lists.ts";
import { useWording } from "../../i18n/language.ts";
import { CsvButton } from "../shared/export/csv-button.tsx";
import type { Export } from "../shared/export/use-exports.ts";
import { Pager } from "../shared/list/pager.tsx";
import { ToBoard } from "../shared/question/lazy-to-board.ts";
import { type BreakdownList, breakdownQuery } from "./breakdown-answer.ts";
import { shareText } from "./breakdown-columns.tsx";
import css from "./breakdown-table.module.css";
import type { ListedDimension } from "./dimensions.ts";
import { tabName } from "./tab-name.ts";
import { ROWS_PER_PAGE, type TableView } from "./table-view.ts";

interface BreakdownFootProps {
	dimension: ListedDimension;
	list: BreakdownList;
	view: TableView;
}

/** The download of all rows, in the table's order and with its search. */
const exportOf = (dimension: ListedDimension, { sort, find }: TableView): Export => {
	const { report } = breakdownQuery(dimension, { sort, find, page: 1 });
	return {
		report,
		parameters: {
			...(report === "metric" && { parameter: dimension.id }),
			...(report !== "events/outbound" && { sort_by: sort.by, sort_order: sort.order }),
			...(report !== "events/outbound" && find !== "" && { search: find }),
		},
	};
};

/** What the rows add up to. A session counts in each of its pages, so there only the views add up. */
const totalText = (
	{ kind }: ListedDimension,
	{ count, pageviews }: NonNullable<BreakdownList["totals"]>,
	textOf: (count: number) => string,
	lists: typeof listWords,
): string | undefined => {
	if (kind === "links") return lists.ofClicks(textOf(count));
	if (kind !== "pages") return lists.ofSessions(textOf(count));
	return pageviews === undefined ? undefined : lists.ofViews(textOf(pageviews));
};

/** The number of rows, the download of all of them, and the pager. */
export const BreakdownFoot = ({ dimension, list, view }: BreakdownFootProps) => {
	const { locale } = useWording();
	const lists = useAreaWords("lists");
	const { totals } = list;
	const rows = lists.rows(countText(list.rowCount, locale));
	const all = totals && totalText(dimension, totals, (count) => countText(count, locale), lists);
	return (
		<div class={css["foot"]}>
			<span>{all === undefined ? rows : lists.rowsOf(rows, all)}</span>
			<CsvButton
				{...exportOf(dimension, view)}
				kind="quiet"
				label={lists.csvLabel(tabName(dimension, lists))}
			/>
			<span>{shareText(dimension, lists)}</span>
			{dimension.kind !== "links" && <span class="desk">{lists.hint}</span>}
			{dimension.kind !== "links" && (
				<ToBoard
					title={tabName(dimension, lists)}
					question={{
						metrics: [dimension.kind === "pages" ? "pageviews" : "sessions"],
						dimensions: [dimension.id],
						limit: BAR_ROWS,
					}}
				/>
			)}
			<Pager rowCount={list.rowCount} perPage={ROWS_PER_PAGE} label={lists.pager} show="icon" />
		</div>
	);
};
