import { useWording } from "../../i18n/language.ts";
import { type DateRange, daysOf, textOfRange } from "../../router/range.ts";
import { useAddress } from "../../router/use-address.ts";
import { DateRangePicker } from "../../ui/form/date-range.tsx";
import { KEYS } from "../keyboard/keyboard.ts";
import { ownTimeZone } from "../shared-parameters.ts";
import { useSiteView } from "../site-view.ts";
import { rangeText } from "../text/range-text.ts";
import { comparisonOfRange } from "./comparison-of-range.ts";
import { useCalendarDays } from "./use-calendar-days.ts";

/** The named ranges, each with its shortcut, in the order of the keys. */
const NAMED = Object.entries(KEYS).flatMap(([key, command]) =>
	command.do === "range" ? [{ key, range: command.range }] : [],
);

const Zone = ({ timeZone, now }: { timeZone: string; now: number }) => {
	const { words, locale } = useWording();
	const { change } = useAddress();
	const time = new Intl.DateTimeFormat(locale, {
		timeZone,
		hour: "2-digit",
		minute: "2-digit",
		hourCycle: "h23",
	});
	return (
		<>
			{words.range.zoneIn(timeZone, time.format(now))}
			{timeZone !== ownTimeZone() && (
				<>
					{" "}
					<button type="button" class="link" onClick={() => change({ timeZone: ownTimeZone() })}>
						{words.range.ownZone}
					</button>
				</>
			)}
		</>
	);
};

/** The named ranges, and a calendar. */
export const RangeMenu = ({ onClose }: { onClose(): void }) => {
	const { words, locale } = useWording();
	const { address, change } = useAddress();
	const { now, timeZone } = useSiteView();
	const offered = useCalendarDays();
	const { today } = offered;
	const days = daysOf(address.range, now, timeZone);
	const choose = (range: DateRange) =>
		change({ range, comparison: comparisonOfRange(range, address) });
	return (
		<DateRangePicker
			named={NAMED.map(({ key, range }) => ({
				id: key,
				label: rangeText(range, words, today, locale),
				note: <kbd>{key}</kbd>,
				isChosen: textOfRange(range) === textOfRange(address.range),
				onPick: () => choose(range),
			}))}
			first={days?.first}
			last={days?.last}
			days={offered}
			zone={<Zone timeZone={timeZone} now={now} />}
			onApply={(first, last) => choose({ kind: "dates", first, last })}
			onClose={onClose}
		/>
	);
};
