import { useAreaWords } from "../../../i18n/areas.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useRowFilter } from "./use-row-filter.ts";

/** A filter button beside a row that is a link: it adds or removes the filter; Alt-click excludes the value. */
export const RowFilter = ({ field, value }: { field: string; value: string }) => {
	const own = useAreaWords("behaviour");
	const { state, toggle } = useRowFilter(field, value);
	return (
		<Button
			kind={state ? "tool" : "quiet"}
			isIcon
			aria-pressed={state !== undefined}
			aria-label={own.filterBy(value)}
			title={own.filterHelp}
			onClick={({ altKey }) => toggle(altKey ? "out" : "only")}
		>
			<Icon name="filter" />
		</Button>
	);
};
