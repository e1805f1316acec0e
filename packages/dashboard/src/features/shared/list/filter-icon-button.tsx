import { useAreaWords } from "../../../i18n/areas.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useFilterButton } from "./use-filter-button.ts";

/** Filters by the value of a row whose name is a link. */
export const FilterIconButton = ({ field, value }: { field: string; value: string }) => {
	const own = useAreaWords("behaviour");
	const { state, button } = useFilterButton(field, value);
	return (
		<Button
			kind={state ? "tool" : "quiet"}
			isIcon
			aria-label={own.filterBy(value)}
			title={own.filterHelp}
			{...button}
		>
			<Icon name="filter" />
		</Button>
	);
};
