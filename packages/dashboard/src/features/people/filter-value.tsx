import type { ComponentChildren } from "preact";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { valueText } from "../../layout/text/filter-text.ts";
import { rowFilterOf, toggled } from "../../router/filters.ts";
import { useAddress } from "../../router/use-address.ts";
import { joined } from "../../ui/class-names.ts";
import css from "./people.module.css";

interface FilterValueProps {
	/** A dimension of the api. */
	field: string;
	value: string;
	/** Instead of the value itself. */
	children?: ComponentChildren;
}

/** A value in a table that filters by itself: a click filters, another takes it away, alt-click excludes. */
export const FilterValue = ({ field, value, children }: FilterValueProps) => {
	const wording = useWording();
	const words = useAreaWords("people");
	const { address, change } = useAddress();
	const filter = rowFilterOf(address.filters, field, value);
	const text = valueText(field, value, wording);
	return (
		<button
			type="button"
			class={joined("cut", css["value"], filter === "out" && css["out"])}
			aria-pressed={filter !== undefined}
			title={words.filterBy(text)}
			onClick={({ altKey }) =>
				change({ filters: toggled(address.filters, field, value, altKey ? "out" : "only") })
			}
		>
			{children ?? text}
		</button>
	);
};
