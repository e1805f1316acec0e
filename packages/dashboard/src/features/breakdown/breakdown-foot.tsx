import { apiHref } from "../../api/client.ts";
import { countText } from "../../format/number.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { useSiteView } from "../../layout/site-view.ts";
import { viewerParameters } from "../../router/viewer.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { type BreakdownList, breakdownQuestion } from "./breakdown-answer.ts";
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

/** The address of all rows as CSV, in the order and with the search of the table. */
const useCsvHref = (dimension: ListedDimension, { sort, find }: TableView): string => {
	const { site, viewer, parameters } = useSiteView();
	const { report } = breakdownQuestion(dimension, { sort, find, page: 1 });
	const asked = {
		...parameters,
		...viewerParameters(viewer),
		...(report === "metric" && { parameter: dimension.id }),
		...(report !== "events/outbound" && { sort_by: sort.by, sort_order: sort.order }),
		...(report !== "events/outbound" && find !== "" && { search: find }),
		format: "csv",
		bom: "true",
	};
	const texts = Object.entries(asked).map(([name, value]) => [name, String(value)]);
	return apiHref(`/api/sites/${site.id}/export/${report}`, Object.fromEntries(texts));
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

/** How many rows there are, the download of all of them, and the way to those that are not shown. */
export const BreakdownFoot = ({ dimension, list, view, onChange }: BreakdownFootProps) => {
	const { words, locale } = useWording();
	const lists = useAreaWords("lists");
	const href = useCsvHref(dimension, view);
	const { totals } = list;
	const count = countText(totals?.count ?? 0, locale);
	const of = dimension.kind === "links" ? lists.ofClicks(count) : lists.ofSessions(count);
	const rows = countText(list.rowCount, locale);
	return (
		<div class={css["foot"]}>
			<span>{totals ? lists.rowsOf(rows, of) : words.part.results(list.rowCount)}</span>
			<LinkButton kind="quiet" href={href} aria-label={lists.csvLabel(tabName(dimension, lists))}>
				<Icon name="download" />
				{lists.csv}
			</LinkButton>
			<span>{shareText(dimension, lists)}</span>
			{dimension.kind !== "links" && <span class="desk">{lists.hint}</span>}
			<Pager list={list} view={view} onChange={onChange} />
		</div>
	);
};
