import { rowFilterOf, toggled } from "../../../router/filters.ts";
import { useAddress } from "../../../router/use-address.ts";

/**
 * Whether the filters include a value, a function that toggles it, and the attributes of a button that does: a click adds
 * the filter or removes it, Alt-click and Alt+Enter exclude the value.
 */
export const useFilterButton = (field: string, value: string) => {
	const { address, change } = useAddress();
	const state = rowFilterOf(address.filters, field, value);
	const toggle = (how: "only" | "out" = "only") =>
		change({ filters: toggled(address.filters, field, value, how) });
	return {
		state,
		toggle,
		button: {
			"aria-pressed": state !== undefined,
			onClick: ({ altKey }: MouseEvent) => toggle(altKey ? "out" : "only"),
			onKeyDown: (event: KeyboardEvent) => {
				// Browsers do not turn Alt+Enter into a click.
				if (event.key !== "Enter" || !event.altKey) return;
				event.preventDefault();
				toggle("out");
			},
		},
	};
};
