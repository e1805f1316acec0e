import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useWords } from "../../i18n/language.ts";
import { type Day, isDay } from "../../router/days.ts";
import { Button } from "../button.tsx";
import { Menu, type MenuItem } from "../overlay/menu.tsx";
import { PopoverFoot } from "../overlay/popover.tsx";
import { Calendar, type CalendarDays } from "./calendar.tsx";
import css from "./date-range.module.css";
import { TextField } from "./field.tsx";

interface DateRangeProps {
	/** Named ranges, which apply at once. */
	named?: readonly MenuItem[];
	first: Day | undefined;
	last: Day | undefined;
	days: CalendarDays;
	/** The time zone that days begin in. */
	zone?: ComponentChildren;
	onApply(first: Day, last: Day): void;
	onClose(): void;
}

/** Chooses a range: a named one, or two days from the calendar or typed. */
export const DateRangePicker = (props: DateRangeProps) => {
	const { named, days, onApply, onClose } = props;
	const words = useWords();
	const [first, setFirst] = useState(props.first ?? "");
	const [last, setLast] = useState(props.last ?? "");
	const [entered, setEntered] = useState<Day | undefined>();
	const [isChecked, setIsChecked] = useState(false);
	const sides = useRef<HTMLDivElement>(null);
	// Without named ranges it takes the place of the menu that had the focus. The next key is for the calendar already.
	useLayoutEffect(() => {
		if (!named) sides.current?.querySelector<HTMLElement>("[data-first]")?.focus();
	}, []);
	const pick = (day: Day) => {
		// The first of two clicks starts a new range; a second one on an earlier day swaps the two.
		if (last !== "" || first === "") {
			setFirst(day);
			setLast("");
		} else {
			setFirst(day < first ? day : first);
			setLast(day < first ? first : day);
		}
	};
	const badFirst = isDay(first) ? undefined : words.range.badDay;
	const badLast = !isDay(last) ? words.range.badDay : last < first ? words.range.order : undefined;
	const apply = () => {
		setIsChecked(true);
		if (badFirst || badLast) return;
		onApply(first, last);
		onClose();
	};
	const type = (text: string, set: (day: string) => void) => {
		const day = text.trim();
		set(day);
		setEntered(isDay(day) ? day : undefined);
	};
	const onEnter = (event: KeyboardEvent) => {
		if (event.key === "Enter") apply();
	};
	return (
		<>
			<div class={css["sides"]} ref={sides}>
				{named && (
					<div class={css["named"]}>
						<Menu label={words.range.label} items={named} onDone={onClose} />
					</div>
				)}
				<div class={css["days"]}>
					<Calendar
						first={isDay(first) ? first : undefined}
						last={isDay(last) ? last : undefined}
						entered={entered}
						onPick={pick}
						{...days}
					/>
					<div class={css["typed"]}>
						<TextField
							label={words.range.from}
							value={first}
							placeholder="2026-10-26"
							error={isChecked ? badFirst : undefined}
							onInput={({ currentTarget }) => type(currentTarget.value, setFirst)}
							onKeyDown={onEnter}
						/>
						<TextField
							label={words.range.toLabel}
							value={last}
							placeholder={days.today}
							error={isChecked ? badLast : undefined}
							onInput={({ currentTarget }) => type(currentTarget.value, setLast)}
							onKeyDown={onEnter}
						/>
					</div>
				</div>
			</div>
			<PopoverFoot>
				<span class={css["zone"]}>{props.zone}</span>
				<Button kind="quiet" onClick={onClose}>
					{words.part.cancel}
				</Button>
				<Button kind="main" onClick={apply}>
					{words.range.apply}
				</Button>
			</PopoverFoot>
		</>
	);
};
