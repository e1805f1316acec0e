import { dayOf } from "../address/days.ts";
import { type DateRange, daysOf, textOfRange } from "../address/range.ts";
import { useAddress } from "../address/use-address.ts";
import { Icon } from "../part/icon.tsx";
import { Popover } from "../part/popover.tsx";
import { useWording } from "../words/language.ts";
import { KEYS } from "./keyboard/keyboard.ts";
import { lazyPart } from "./lazy/lazy-part.tsx";
import css from "./page-head.module.css";
import { useWeekStart } from "./preference/week-start.ts";
import { ownTimeZone, useSiteView } from "./site-view.ts";
import { daysText, rangeText } from "./text/range-text.ts";

const DateRangePicker = lazyPart(
	async () => (await import("../part/date-range.tsx")).DateRangePicker,
);

/** The ranges with a name, each with its key, in the order of the keys. */
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

/** The period of the page: its name and its days, written out. */
export const RangePicker = () => {
	const { words, locale } = useWording();
	const { address, change } = useAddress();
	const { now, timeZone } = useSiteView();
	const weekStart = useWeekStart();
	const today = dayOf(now, timeZone);
	const days = daysOf(address.range, now, timeZone);
	const name = rangeText(address.range, words, today, locale);
	const written = days && address.range.kind !== "dates" ? daysText(days, today, locale) : "";
	const choose = (range: DateRange) => change({ range });
	return (
		<Popover
			title={words.range.label}
			size="l"
			button={
				<>
					{name} <span class={`${css["value"]} wide`}>{written}</span>
					<Icon name="down" />
				</>
			}
		>
			{(close) => (
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
					today={today}
					weekStart={weekStart}
					zone={<Zone timeZone={timeZone} now={now} />}
					onApply={(first, last) => choose({ kind: "dates", first, last })}
					onClose={close}
				/>
			)}
		</Popover>
	);
};
