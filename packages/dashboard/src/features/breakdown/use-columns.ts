import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { useSiteView } from "../../layout/site-view.ts";
import { valueText } from "../../layout/text/filter-text.ts";
import type { TableColumn } from "../../ui/table.tsx";
import type { BreakdownRow } from "./breakdown-answer.ts";
import { figureColumns } from "./breakdown-columns.tsx";
import { type ListedDimension, OUTBOUND_LINKS } from "./dimensions.ts";
import { useRevenueColumn } from "./use-revenue-column.tsx";

/** How a value of a dimension is displayed. */
export const useNaming = (dimension: ListedDimension) => {
	const wording = useWording();
	return {
		nameOf: (value: string) => valueText(dimension.id, value, wording),
		locale: wording.locale,
	};
};

/**
 * Columns of a dimension; the first one names the row.
 * @param rows the dimension of the rows and their filters, if they are other ones
 */
export const useColumns = (
	dimension: ListedDimension,
	nameColumn: TableColumn<BreakdownRow>,
	rows: { dimension: ListedDimension; filters?: string } = { dimension },
): TableColumn<BreakdownRow>[] => {
	const wording = useWording();
	const lists = useAreaWords("lists");
	const { comparison, timeZone, now } = useSiteView();
	const revenue = useRevenueColumn(rows.dimension, rows.filters);
	const isCompared = Object.keys(comparison).length > 0 && dimension.id !== OUTBOUND_LINKS;
	return [
		nameColumn,
		...figureColumns({ dimension, wording, lists, isCompared, time: { timeZone, now } }),
		...revenue,
	];
};
