import { useWording } from "../../../i18n/language.ts";
import { valueText } from "../../../layout/text/filter-text.ts";
import { useRowFilter } from "./use-row-filter.ts";
import css from "./values.module.css";

/** A value that filters: a click adds the filter or removes it; Alt-click excludes the value. */
export const FilterButton = ({ field, value }: { field: string; value: string }) => {
	const wording = useWording();
	const { state, toggle } = useRowFilter(field, value);
	const text = valueText(field, value, wording);
	return (
		<button
			type="button"
			class={css["value"]}
			title={text}
			aria-pressed={state !== undefined}
			onClick={(event) => toggle(event.altKey ? "out" : "only")}
			onKeyDown={(event) => {
				// Browsers do not turn Alt+Enter into a click.
				if (event.key !== "Enter" || !event.altKey) return;
				event.preventDefault();
				toggle("out");
			}}
		>
			{text}
		</button>
	);
};
