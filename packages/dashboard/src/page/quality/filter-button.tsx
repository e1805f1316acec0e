import { rowFilterOf, toggled } from "../../address/filters.ts";
import { useAddress } from "../../address/use-address.ts";
import { valueText } from "../../shell/text/filter-text.ts";
import { useWording } from "../../words/language.ts";
import css from "./quality.module.css";

/** A value that is a filter: a click asks for it, or takes that away; with Alt it is left out. */
export const FilterButton = ({ field, value }: { field: string; value: string }) => {
	const wording = useWording();
	const { address, change } = useAddress();
	const text = valueText(field, value, wording);
	const toggle = (isOut: boolean) =>
		change({ filters: toggled(address.filters, field, value, isOut ? "out" : "only") });
	return (
		<button
			type="button"
			class={css["value"]}
			title={text}
			aria-pressed={rowFilterOf(address.filters, field, value) !== undefined}
			onClick={(event) => toggle(event.altKey)}
			onKeyDown={(event) => {
				// Browsers make no click of it.
				if (event.key !== "Enter" || !event.altKey) return;
				event.preventDefault();
				toggle(true);
			}}
		>
			{text}
		</button>
	);
};
