import { countText } from "../../format/number.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { CsvButton } from "../shared/export/csv-button.tsx";
import type { Export } from "../shared/export/use-exports.ts";
import { type BreakdownList, breakdownQuery } from "./breakdown-answer.ts";
import { shareText } from "./breakdown-columns.tsx";
import css from "./breakdown-table.module.css";
import type { ListedDimension } from "./dimensions.ts";
import { tabName } from "./tab-name.ts";
import { pageCount, rowsOfPage, type TableView } from "./table-view.ts";

interface BreakdownFootProps {
	dimension: ListedDimension;
	list: BreakdownList;
	view: TableView;
	onChange(change: Partial<TableView>): void;
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

const Pager = ({ list, view, onChange }: Omit<BreakdownFootProps, "dimension">) => {
	const { words, locale } = useWording();
	const lists = useAreaWords("lists");
	const pages = pageCount(list.rowCount);
	if (pages === 1 && view.page === 1) return null;
	const { first, last } = rowsOfPage(view.page, list.rowCount);
	const [from, to, all] = [first, last, list.rowCount].map((count) => countText(count, locale));
	return (
		<nav class={css["pager"]} aria-label={lists.pager}>
			<span>{words.part.rows(from ?? "", to ?? "", all ?? "")}</span>
			<Button
				kind="quiet"
				isIcon
				aria-label={words.part.previous}
				disabled={view.page <= 1}
				onClick={() => onChange({ page: Math.min(view.page - 1, pages) })}
			>
				<Icon name="left" />
			</Button>
			<Button
				kind="quiet"
				isIcon
				aria-label={words.part.next}
				disabled={view.page >= pages}
				onClick={() => onChange({ page: view.page + 1 })}
			>
				<Icon name="right" />
			</Button>
		</nav>
	);
};

/** The number of rows, the download of all of them, and the pager. */
export const BreakdownFoot = ({ dimension, list, view, onChange }: BreakdownFootProps) => {
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
			<Pager list={list} view={view} onChange={onChange} />
		</div>
	);
};
