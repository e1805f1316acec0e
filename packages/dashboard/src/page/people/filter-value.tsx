import type { ComponentChildren } from "preact";
import { rowFilterOf, toggled } from "../../address/filters.ts";
import { useAddress } from "../../address/use-address.ts";
import { joined } from "../../part/class-names.ts";
import { valueText } from "../../shell/text/filter-text.ts";
import { useAreaWords } from "../../words/areas.ts";
import { useWording } from "../../words/language.ts";
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
