import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useWording } from "../../i18n/language.ts";
import { addDays, addMonths, type Day, firstOfMonth } from "../../router/days.ts";
import { Button } from "../button.tsx";
import { joined } from "../class-names.ts";
import { Icon } from "../icon.tsx";
import css from "./calendar.module.css";
import { dayAfterKey, monthsUntil, weeksOf } from "./month-weeks.ts";

/** The days that a calendar offers. */
export interface CalendarDays {
	/** Later days cannot be chosen. */
	today: Day;
	/** Earlier days cannot be chosen, if it is known. */
	earliest: Day | undefined;
	/** 0 = Monday … 6 = Sunday. */
	weekStart: number;
	/** The number of months beside each other. */
	months: 1 | 2;
}

interface CalendarProps extends CalendarDays {
	/** The selected range; the last day is absent until it is chosen. */
	first: Day | undefined;
	last: Day | undefined;
	/** A day that was entered elsewhere, and has to be visible. */
	entered: Day | undefined;
	onPick(day: Day): void;
}

const noonOf = (day: Day) => new Date(`${day}T12:00:00Z`);

const formatsOf = (locale: string) => {
	const format = (options: Intl.DateTimeFormatOptions) => {
		const formatter = new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options });
		return (day: Day) => formatter.format(noonOf(day));
	};
	return {
		month: format({ month: "long", year: "numeric" }),
		whole: format({ weekday: "long", day: "numeric", month: "long", year: "numeric" }),
		date: format({ day: "numeric", month: "long", year: "numeric" }),
		weekday: format({ weekday: "short" }),
		longWeekday: format({ weekday: "long" }),
	};
};

interface MonthProps {
	month: Day;
	weekStart: number;
	format: ReturnType<typeof formatsOf>;
	/** The only day that Tab reaches. */
	at: Day;
	today: Day;
	isIn(day: Day): boolean;
	isEdge(day: Day): boolean;
	/** Why a day cannot be chosen. */
	refusal(day: Day): string | undefined;
	onPick(day: Day): void;
	/** The pointer or the focus is on a day. */
	onReach(day: Day): void;
}

const Month = (props: MonthProps) => {
	const { month, weekStart, format, at, today, isIn, isEdge, refusal, onPick, onReach } = props;
	return (
		// biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA pattern of a calendar is a grid on a table
		<table role="grid" class={css["grid"]} aria-label={format.month(month)}>
			<thead>
				<tr>
					{Array.from({ length: 7 }, (_, index) => {
						// 5 January 2026 is a Monday.
						const day = addDays("2026-01-05", (index + weekStart) % 7);
						return (
							<th key={day} scope="col" abbr={format.longWeekday(day)}>
								{format.weekday(day).slice(0, 2)}
							</th>
						);
					})}
				</tr>
			</thead>
			<tbody>
				{weeksOf(month, weekStart).map((week) => (
					<tr key={week.find((day) => day !== undefined)}>
						{week.map((day, index) =>
							day === undefined ? (
								<td key={index} />
							) : (
								// biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid can be selected
								<td key={day} aria-selected={isIn(day) || isEdge(day)} title={refusal(day)}>
									<button
										type="button"
										class={joined(isIn(day) && css["in"], isEdge(day) && css["edge"])}
										tabIndex={day === at ? 0 : -1}
										data-first={day === at || undefined}
										disabled={refusal(day) !== undefined}
										aria-label={format.whole(day)}
										aria-current={day === today ? "date" : undefined}
										onClick={() => onPick(day)}
										onPointerEnter={() => onReach(day)}
										onFocus={() => onReach(day)}
									>
										{Number(day.slice(8))}
									</button>
								</td>
							),
						)}
					</tr>
				))}
			</tbody>
		</table>
	);
};

/** Which months are visible, and the day that has the focus when Tab reaches them. */
const useShownDays = ({ first, last, today, earliest, entered, months: count }: CalendarProps) => {
	const start = [last ?? first ?? today, today].toSorted()[0] ?? today;
	const [at, setAt] = useState<Day>(start);
	const [end, setEnd] = useState<Day>(firstOfMonth(start));
	const months = monthsUntil(end, count);
	const isVisible = (day: Day) => months.includes(firstOfMonth(day));
	const show = (day: Day) => {
		if (!isVisible(day)) setEnd(day < (months[0] ?? day) ? addMonths(day, count - 1) : day);
	};
	useEffect(() => {
		if (entered === undefined || entered > today) return;
		setAt(entered);
		show(entered);
	}, [entered]);
	const offered = (day: Day) => {
		if (day > today) return today;
		return earliest !== undefined && day < earliest ? earliest : day;
	};
	return {
		months,
		tabDay: isVisible(at) ? at : offered(months[0] ?? at),
		turn: (by: 1 | -1) => setEnd(addMonths(end, by)),
		moveTo: (day: Day) => {
			const to = offered(day);
			setAt(to);
			show(to);
		},
	};
};

/**
 * Months to choose days from. Arrow keys move by days and weeks, Page keys by months and with Shift by years, Home and
 * End in the week.
 */
export const Calendar = (props: CalendarProps) => {
	const { first, last, today, earliest, weekStart, onPick } = props;
	const { words, locale } = useWording();
	const format = formatsOf(locale);
	const shown = useShownDays(props);
	const [moves, setMoves] = useState(0);
	const [reached, setReached] = useState<Day | undefined>();
	const grids = useRef<HTMLDivElement>(null);
	// Not after the next frame: until then, a key pressed at once would choose the day before the move.
	useLayoutEffect(() => {
		if (moves > 0) grids.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
	}, [moves]);
	const onKeyDown = (event: KeyboardEvent) => {
		const to = dayAfterKey(shown.tabDay, event, weekStart);
		if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
		event.preventDefault();
		shown.moveTo(to);
		setMoves(moves + 1);
	};
	// Until the last day is chosen, the range is drawn up to the pointer.
	const other = last ?? reached;
	const [from, to] = first && other ? [first, other].toSorted() : [];
	const [firstMonth = today, lastMonth = today] = [shown.months[0], shown.months.at(-1)];
	const refusal = (day: Day) => {
		if (day > today) return words.range.afterToday;
		if (earliest === undefined || day >= earliest) return undefined;
		return words.range.beforeFirst(format.date(earliest));
	};
	return (
		<div class={css["calendar"]} data-months={props.months}>
			<Button
				kind="quiet"
				isIcon
				class={css["earlier"]}
				aria-label={words.range.earlier}
				disabled={earliest !== undefined && firstMonth <= firstOfMonth(earliest)}
				onClick={() => shown.turn(-1)}
			>
				<Icon name="left" />
			</Button>
			<Button
				kind="quiet"
				isIcon
				class={css["later"]}
				aria-label={words.range.later}
				disabled={addMonths(lastMonth, 1) > today}
				onClick={() => shown.turn(1)}
			>
				<Icon name="right" />
			</Button>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: the days in it are buttons */}
			<div
				ref={grids}
				class={css["months"]}
				onKeyDown={onKeyDown}
				onPointerLeave={() => setReached(undefined)}
			>
				{shown.months.map((month) => (
					<div key={month}>
						<b class={css["name"]} aria-live="polite">
							{format.month(month)}
						</b>
						<Month
							month={month}
							weekStart={weekStart}
							format={format}
							at={shown.tabDay}
							today={today}
							isIn={(day) => from !== undefined && to !== undefined && day >= from && day <= to}
							isEdge={(day) => day === first || day === last}
							refusal={refusal}
							onPick={(day) => {
								shown.moveTo(day);
								// Safari does not focus what is clicked.
								setMoves(moves + 1);
								onPick(day);
							}}
							onReach={setReached}
						/>
					</div>
				))}
			</div>
			<p class={css["note"]} role="status">
				{first !== undefined && last === undefined
					? words.range.chooseLast
					: earliest !== undefined && firstMonth < earliest
						? words.range.beforeFirst(format.date(earliest))
						: ""}
			</p>
		</div>
	);
};
