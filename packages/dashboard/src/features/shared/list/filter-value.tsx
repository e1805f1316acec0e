import type { ComponentChildren } from "preact";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { valueText } from "../../../layout/text/filter-text.ts";
import { joined } from "../../../ui/class-names.ts";
import css from "./list-page.module.css";
import { useRowFilter } from "./use-row-filter.ts";

interface FilterValueProps {
	/** A dimension of the api. */
	field: string;
	value: string;
	/** Shown instead of the value itself. */
	children?: ComponentChildren;
}

/** A table value with its own filter: a click filters, another removes the filter, Alt-click excludes. */
export const FilterValue = ({ field, value, children }: FilterValueProps) => {
	const wording = useWording();
	const words = useAreaWords("people");
	const { state, toggle } = useRowFilter(field, value);
	const text = valueText(field, value, wording);
	return (
		<button
			type="button"
			class={joined("cut", css["value"], state === "out" && css["out"])}
			aria-pressed={state !== undefined}
			title={words.filterBy(text)}
			onClick={({ altKey }) => toggle(altKey ? "out" : "only")}
		>
			{children ?? text}
		</button>
	);
};
