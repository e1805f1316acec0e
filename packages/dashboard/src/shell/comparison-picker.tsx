import { useState } from "preact/hooks";
import { comparedDays } from "../address/comparison.ts";
import { dayOf } from "../address/days.ts";
import { useAddress } from "../address/use-address.ts";
import { Icon } from "../part/icon.tsx";
import { Menu } from "../part/menu.tsx";
import { Popover, PopoverBody } from "../part/popover.tsx";
import { useWording } from "../words/language.ts";
import { lazyPart } from "./lazy/lazy-part.tsx";
import css from "./page-head.module.css";
import { useSiteView } from "./site-view.ts";
import { comparisonText, daysText } from "./text/range-text.ts";

const OtherDays = lazyPart(async () => (await import("./other-days.tsx")).OtherDays);

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
