import { ChangeMark } from "../../../charts/shared/change-mark.tsx";
import { type Better, changeOf } from "../../../format/change.ts";
import { type FigureUnit, figureText } from "../../../format/number.ts";
import { WhyButton } from "../why/why-button.tsx";
import type { WhyOf } from "../why/why-of.ts";
import { useTexts } from "./use-texts.ts";

interface ChangeCellProps {
	current: number;
	/** Absent without a comparison. */
	previous: number | undefined;
	unit?: FigureUnit;
	better?: Better;
	/** What says why when the change is clicked. */
	why?: WhyOf;
}

/** The change of a figure; its title shows both values. */
export const ChangeCell = ({
	current,
	previous,
	unit = "count",
	better = "higher",
	why,
}: ChangeCellProps) => {
	const { words, locale } = useTexts();
	if (previous === undefined) return null;
	const change = changeOf({ current, previous, unit, better, locale, words: words.chart });
	if (!change) return null;
	const title = words.chart.from(figureText(previous, unit, locale));
	const mark = <ChangeMark change={change} words={words.chart} />;
	return why && change.direction !== "none" ? (
		<WhyButton of={why} title={title}>
			{mark}
		</WhyButton>
	) : (
		<span title={title}>{mark}</span>
	);
};
