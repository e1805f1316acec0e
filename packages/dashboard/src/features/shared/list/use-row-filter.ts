import { rowFilterOf, toggled } from "../../../router/filters.ts";
import { useAddress } from "../../../router/use-address.ts";

/** Whether the filters ask for a value, and what changes that. */
export const useRowFilter = (field: string, value: string) => {
	const { address, change } = useAddress();
	return {
		state: rowFilterOf(address.filters, field, value),
		toggle: (how: "only" | "out" = "only") =>
			change({ filters: toggled(address.filters, field, value, how) }),
	};
};
