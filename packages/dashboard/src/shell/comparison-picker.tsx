import { useState } from "preact/hooks";
import { comparedDays } from "../address/comparison.ts";
import { dayOf, isDay } from "../address/days.ts";
import { useAddress } from "../address/use-address.ts";
import { Button } from "../part/button.tsx";
import { TextField } from "../part/field.tsx";
import { Icon } from "../part/icon.tsx";
import { Menu } from "../part/menu.tsx";
import { Popover, PopoverBody, PopoverFoot } from "../part/popover.tsx";
import { useWording } from "../words/language.ts";
import css from "./page-head.module.css";
import { comparisonText, daysText } from "./range-text.ts";
import { useSiteView } from "./site-view.ts";

/** Two days of one's own to compare with. */
const OtherDays = ({ onClose }: { onClose(): void }) => {
	const { words } = useWording();
	const { change } = useAddress();
	const [first, setFirst] = useState("");
	const [last, setLast] = useState("");
	const [isChecked, setIsChecked] = useState(false);
	const badFirst = isDay(first) ? undefined : words.range.badDay;
	const badLast = !isDay(last) ? words.range.badDay : last < first ? words.range.order : undefined;
	const apply = () => {
		setIsChecked(true);
		if (badFirst || badLast) return;
		change({ comparison: { kind: "dates", range: { kind: "dates", first, last } } });
		onClose();
	};
	return (
		<>
			<PopoverBody>
				<div class="two">
					<TextField
						label={words.range.from}
						placeholder="2026-10-26"
						value={first}
						error={isChecked ? badFirst : undefined}
						onInput={({ currentTarget }) => setFirst(currentTarget.value.trim())}
						data-first
					/>
					<TextField
						label={words.range.toLabel}
						placeholder="2026-11-22"
						value={last}
						error={isChecked ? badLast : undefined}
						onInput={({ currentTarget }) => setLast(currentTarget.value.trim())}
					/>
				</div>
			</PopoverBody>
			<PopoverFoot>
				<Button kind="main" onClick={apply}>
					{words.range.apply}
				</Button>
			</PopoverFoot>
		</>
	);
};

/** What the figures are compared with. */
export const ComparisonPicker = () => {
	const { words, locale } = useWording();
	const { address, change } = useAddress();
	const { now, timeZone } = useSiteView();
	const [isOther, setIsOther] = useState(false);
	const { comparison, range } = address;
	const today = dayOf(now, timeZone);
	const inWords = { words, locale, now, timeZone, today };
	const noteOf = (kind: "previous" | "year") => {
		const days = comparedDays({ kind }, range, now, timeZone);
		return days && daysText(days, today, locale);
	};
	const isOff = comparison.kind === "off" || range.kind === "all";
	return (
		<Popover
			title={words.compare.label}
			button={
				<>
					{!isOff && `${words.compare.vs} `}
					<span class={css["value"]}>{comparisonText(comparison, range, inWords)}</span>
					<Icon name="down" />
				</>
			}
		>
			{(close) =>
				isOther ? (
					<OtherDays
						onClose={() => {
							setIsOther(false);
							close();
						}}
					/>
				) : (
					<PopoverBody>
						<Menu
							label={words.compare.label}
							items={[
								...(["previous", "year"] as const).map((kind) => ({
									id: kind,
									label: words.compare.choices[kind],
									note: noteOf(kind),
									isChosen: comparison.kind === kind,
									onPick: () => {
										change({ comparison: { kind } });
										close();
									},
								})),
								{
									id: "dates",
									label: words.compare.choices.dates,
									isChosen: comparison.kind === "dates",
									onPick: () => setIsOther(true),
								},
								{
									id: "off",
									label: words.compare.choices.off,
									note: <kbd>x</kbd>,
									isChosen: comparison.kind === "off",
									onPick: () => {
										change({ comparison: { kind: "off" } });
										close();
									},
								},
							]}
						/>
					</PopoverBody>
				)
			}
		</Popover>
	);
};
