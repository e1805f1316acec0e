import { useAreaWords } from "../../../i18n/areas.ts";
import { type FactLook, FilterButton } from "./filter-button.tsx";

export interface FactProps {
	/** A dimension of the api. */
	field: string;
	value: string;
	look?: FactLook;
}

/** One of several facts in a row of sessions, people or replays; a click filters the list by it. */
export const FilterFact = ({ look = "fact", ...fact }: FactProps) => {
	const { filterBy } = useAreaWords("people");
	return <FilterButton look={look} {...fact} titleOf={filterBy} />;
};
