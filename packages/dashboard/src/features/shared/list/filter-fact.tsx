import { useAreaWords } from "../../../i18n/areas.ts";
import { FilterButton, type FilterButtonProps } from "./filter-button.tsx";

/** One of several facts in a row of sessions, people or replays; a click filters the list by it. */
export const FilterFact = ({ field, value }: Pick<FilterButtonProps, "field" | "value">) => {
	const { filterBy } = useAreaWords("people");
	return <FilterButton look="fact" field={field} value={value} titleOf={filterBy} />;
};
