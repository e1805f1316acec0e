import { countText } from "../../format/number.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { CsvButton } from "../shared/export/csv-button.tsx";
import type { Export } from "../shared/export/use-exports.ts";
import { Pager } from "../shared/list/pager.tsx";
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

/** The number of rows, the download of all of them, and the pager. */
export const BreakdownFoot = ({ dimension, list, view }: BreakdownFootProps) => {
	const { words, locale } = useWording();
	const lists = useAreaWords("lists");
	const { totals } = list;
	const count = countText(totals?.count ?? 0, locale);
	const of = dimension.kind === "links" ? lists.ofClicks(count) : lists.ofSessions(count);
	const rows = countText(list.rowCount, locale);
	return (
		<div class={css["foot"]}>
			<span>{totals ? lists.rowsOf(rows, of) : words.part.results(list.rowCount)}</span>
			<CsvButton
				{...exportOf(dimension, view)}
				kind="quiet"
				label={lists.csvLabel(tabName(dimension, lists))}
			/>
			<span>{shareText(dimension, lists)}</span>
			{dimension.kind !== "links" && <span class="desk">{lists.hint}</span>}
			<Pager rowCount={list.rowCount} perPage={ROWS_PER_PAGE} label={lists.pager} show="icon" />
		</div>
	);
};
