import { comparedDays } from "../../router/comparison.ts";
import { useAddress } from "../../router/use-address.ts";
import { DateRangePicker } from "../../ui/form/date-range.tsx";
import { useSiteView } from "../site-view.ts";
import { useCalendarDays } from "./use-calendar-days.ts";

/** A custom range to compare with, starting from the current one. */
export const OtherDays = ({ onClose }: { onClose(): void }) => {
	const { address, change } = useAddress();
	const { now, timeZone } = useSiteView();
	const days = useCalendarDays();
	const compared = comparedDays(address.comparison, address.range, now, timeZone);
	return (
		<DateRangePicker
			first={compared?.first}
			last={compared?.last}
			days={days}
			onApply={(first, last) =>
				change({ comparison: { kind: "dates", range: { kind: "dates", first, last } } })
			}
			onClose={onClose}
		/>
	);
};
