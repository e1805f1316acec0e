import { moneyText } from "../../format/money.ts";
import { countText } from "../../format/number.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { useSiteView } from "../../layout/site-view.ts";
import type { TableColumn } from "../../ui/table.tsx";
import { figureAt, useAmounts } from "../shared/revenue/use-amounts.ts";
import type { BreakdownRow } from "./breakdown-answer.ts";
import { type ListedDimension, OUTBOUND_LINKS } from "./dimensions.ts";

/** Of the values with most revenue: they are asked for once, for all pages of the table. */
const MOST = 1000;

/**
 * The column with the revenue of each value of a dimension; none on a site without money.
 * @param filters of the rows, if they are not those of the page
 */
export const useRevenueColumn = (
	{ id, kind }: ListedDimension,
	filters: string | undefined,
): TableColumn<BreakdownRow>[] => {
	const { locale } = useWording();
	const { revenue: words } = useAreaWords("lists");
	const { currency } = useSiteView().site;
	const isOff = currency === null || id === OUTBOUND_LINKS;
	const { data } = useAmounts(
		{
			metrics: ["revenue", "orders"],
			dimensions: [id],
			order_by: [["revenue", "desc"]],
			limit: MOST,
		},
		{ isOff, filters },
	);
	if (isOff) return [];
	const rows = new Map(data?.rows.map((row) => [row.dimensions[0], row]));
	return [
		{
			id: "revenue",
			head: words.revenue,
			headTitle: kind === "pages" ? words.ofPages : words.ofSessions,
			isNumber: true,
			cell: ({ value }) => {
				const row = rows.get(value);
				if (!row) return data && rows.size < MOST ? <span class="mut">–</span> : null;
				return (
					<span title={words.orders(countText(figureAt(row, 1) ?? 0, locale))}>
						{moneyText(figureAt(row, 0) ?? 0, currency, locale)}
					</span>
				);
			},
		},
	];
};
