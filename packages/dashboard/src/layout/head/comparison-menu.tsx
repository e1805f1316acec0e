import { useState } from "preact/hooks";
import { useWording } from "../../i18n/language.ts";
import {
	comparedDays,
	DERIVED_COMPARISONS,
	type DerivedComparison,
} from "../../router/comparison.ts";
import { dayOf } from "../../router/days.ts";
import { useAddress } from "../../router/use-address.ts";
import { Menu } from "../../ui/overlay/menu.tsx";
import { PopoverBody } from "../../ui/overlay/popover.tsx";
import { useSiteView } from "../site-view.ts";
import { daysText } from "../text/range-text.ts";
import { OtherDays } from "./other-days.tsx";

/** The comparisons to choose from. */
export const ComparisonMenu = ({ onClose }: { onClose(): void }) => {
	const { words, locale } = useWording();
	const { address, change } = useAddress();
	const { now, timeZone } = useSiteView();
	const [isOther, setIsOther] = useState(false);
	const { comparison, range } = address;
	const today = dayOf(now, timeZone);
	const noteOf = (kind: DerivedComparison) => {
		const days = comparedDays({ kind }, range, now, timeZone);
		return days && daysText(days, today, locale);
	};
	if (isOther) return <OtherDays onClose={onClose} />;
	return (
		<PopoverBody>
			<Menu
				label={words.compare.label}
				items={[
					...DERIVED_COMPARISONS.map((kind) => ({
						id: kind,
						label: words.compare.choices[kind],
						note: noteOf(kind),
						isChosen: comparison.kind === kind,
						onPick: () => {
							change({ comparison: { kind } });
							onClose();
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
							onClose();
						},
					},
				]}
			/>
		</PopoverBody>
	);
};
