import { useEffect, useRef, useState } from "preact/hooks";
import { useWording } from "../../i18n/language.ts";
import {
	addDays,
	addMonths,
	type Day,
	daysBetween,
	firstOfMonth,
	weekdayOf,
} from "../../router/days.ts";
import { Button } from "../button.tsx";
import { joined } from "../class-names.ts";
import { Icon } from "../icon.tsx";
import css from "./calendar.module.css";

interface CalendarProps {
	/** The selected range; the last day is absent until it is chosen. */
	first: Day | undefined;
	last: Day | undefined;
	/** Later days cannot be chosen. */
	today: Day;
	/** 0 = Monday … 6 = Sunday. */
	weekStart: number;
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
		whole: format({ day: "numeric", month: "long", year: "numeric" }),
		weekday: format({ weekday: "short" }),
	};
};

/** The weeks of a month; days of other months are left out. */
const weeksOf = (month: Day, weekStart: number): (Day | undefined)[][] => {
	const before = (weekdayOf(month) - weekStart + 7) % 7;
	const count = daysBetween(month, addDays(addMonths(month, 1), -1));
	const cells = Math.ceil((before + count) / 7) * 7;
	const days = Array.from({ length: cells }, (_, index) =>
		index < before || index >= before + count ? undefined : addDays(month, index - before),
	);
	return Array.from({ length: cells / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
};

/** A month to choose days from. Arrow keys move by days and weeks, Page keys by months, Home and End in the week. */
export const Calendar = ({ first, last, today, weekStart, onPick }: CalendarProps) => {
	const { words, locale } = useWording();
	const format = formatsOf(locale);
	const [at, setAt] = useState<Day>(last ?? first ?? today);
	const [moves, setMoves] = useState(0);
	const grid = useRef<HTMLTableElement>(null);
	const month = firstOfMonth(at);
	const weeks = weeksOf(month, weekStart);
	useEffect(() => {
		if (moves > 0) grid.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
	}, [moves]);
	const onKeyDown = (event: KeyboardEvent) => {
		const inWeek = (weekdayOf(at) - weekStart + 7) % 7;
		const to = {
			ArrowLeft: addDays(at, -1),
			ArrowRight: addDays(at, 1),
			ArrowUp: addDays(at, -7),
			ArrowDown: addDays(at, 7),
			PageUp: addMonths(at, -1),
			PageDown: addMonths(at, 1),
			Home: addDays(at, -inWeek),
			End: addDays(at, 6 - inWeek),
		}[event.key];
		if (to === undefined) return;
		event.preventDefault();
		setAt(to > today ? today : to);
		setMoves(moves + 1);
	};
	const isIn = (day: Day) =>
		first !== undefined && last !== undefined && day >= first && day <= last;
	const isEdge = (day: Day) => day === first || day === last;
	return (
		<div>
			<div class="row">
				<Button
					kind="quiet"
					isIcon
					aria-label={words.range.earlier}
					onClick={() => setAt(addMonths(month, -1))}
				>
					<Icon name="left" />
				</Button>
				<b aria-live="polite">{format.month(month)}</b>
				<Button
					kind="quiet"
					isIcon
					class="end"
					aria-label={words.range.later}
					disabled={addMonths(month, 1) > today}
					onClick={() => setAt(addMonths(month, 1))}
				>
					<Icon name="right" />
				</Button>
			</div>
			{/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA pattern of a calendar is a grid on a table */}
			<table ref={grid} role="grid" class={css["grid"]} aria-label={format.month(month)}>
				<thead>
					<tr>
						{Array.from({ length: 7 }, (_, index) => (
							// 5 January 2026 is a Monday.
							<th key={index} scope="col">
								{format.weekday(addDays("2026-01-05", (index + weekStart) % 7)).slice(0, 2)}
							</th>
						))}
					</tr>
				</thead>
				<tbody onKeyDown={onKeyDown}>
					{weeks.map((week) => (
						<tr key={week.find((day) => day !== undefined)}>
							{week.map((day, index) =>
								day === undefined ? (
									<td key={index} />
								) : (
									// biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid can be selected
									<td key={day} aria-selected={isIn(day) || isEdge(day)}>
										<button
											type="button"
											class={joined(isIn(day) && css["in"], isEdge(day) && css["edge"])}
											tabIndex={day === at ? 0 : -1}
											disabled={day > today}
											aria-label={format.whole(day)}
											aria-current={day === today ? "date" : undefined}
											onClick={() => {
												setAt(day);
												onPick(day);
											}}
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
		</div>
	);
};
