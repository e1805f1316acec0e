import { useWording } from "../../../i18n/language.ts";
import { ValuePicture } from "../../../layout/picture/value-picture.tsx";
import { valueText } from "../../../layout/text/filter-text.ts";
import { joined } from "../../../ui/class-names.ts";
import css from "./filter-button.module.css";
import { useFilterButton } from "./use-filter-button.ts";

export interface FilterButtonProps {
	/** A dimension of the api. */
	field: string;
	value: string;
	/** Shown instead of the value's usual name. */
	name?: string;
	/** It names the row, or is one of several facts in it. */
	look?: "name" | "fact";
	/** The tooltip, given the displayed value; by default the value, which may be truncated. */
	titleOf?(text: string): string;
}

/** A value that filters. */
export const FilterButton = (props: FilterButtonProps) => {
	const { field, value, look = "name", titleOf } = props;
	const wording = useWording();
	const { state, button } = useFilterButton(field, value);
	const text = props.name ?? valueText(field, value, wording);
	return (
		<button
			type="button"
			class={joined(look === "fact" && "cut", css[look], state === "out" && css["out"])}
			title={titleOf ? titleOf(text) : text}
			{...button}
		>
			<ValuePicture field={field} value={value} />
			{text}
		</button>
	);
};
