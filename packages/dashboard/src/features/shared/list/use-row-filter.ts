import { rowFilterOf, toggled } from "../../../router/filters.ts";
import { useAddress } from "../../../router/use-address.ts";

/** Whether the filters include a value, with a function to toggle it. */
export const useRowFilter = (field: string, value: string) => {
	const { address, change } = useAddress();
	return {
		state: rowFilterOf(address.filters, field, value),
		toggle: (how: "only" | "out" = "only") =>
			change({ filters: toggled(address.filters, field, value, how) }),
	};
};
