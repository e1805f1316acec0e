import { useWording } from "../../i18n/language.ts";
import { valueText } from "../../layout/text/filter-text.ts";
import { rowFilterOf, toggled } from "../../router/filters.ts";
import { useAddress } from "../../router/use-address.ts";
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
