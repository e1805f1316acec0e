import { rowFilterOf, toggled } from "../../router/filters.ts";
import { useAddress } from "../../router/use-address.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useTexts } from "./use-texts.ts";

/** Whether the filters ask for a value, and what changes that. */
export const useRowFilter = (field: string, value: string) => {
	const { address, change } = useAddress();
	return {
		state: rowFilterOf(address.filters, field, value),
		toggle: (how: "only" | "out" = "only") =>
			change({ filters: toggled(address.filters, field, value, how) }),
	};
};

/** Beside a row that is a link: filters by what it names, or takes that filter away; with Alt it leaves it out. */
export const RowFilter = ({ field, value }: { field: string; value: string }) => {
	const { own } = useTexts();
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
