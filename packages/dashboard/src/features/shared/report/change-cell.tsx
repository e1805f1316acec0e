import { ChangeMark } from "../../../charts/shared/change-mark.tsx";
import { type Better, changeOf } from "../../../format/change.ts";
import { type FigureUnit, figureText } from "../../../format/number.ts";
import { useTexts } from "./use-texts.ts";

interface ChangeCellProps {
	current: number;
	/** Absent without a comparison. */
	previous: number | undefined;
	unit?: FigureUnit;
	better?: Better;
}

/** The change of a figure; its title shows both values. */
export const ChangeCell = ({
	current,
	previous,
	unit = "count",
	better = "higher",
}: ChangeCellProps) => {
	const { words, locale } = useTexts();
	if (previous === undefined) return null;
	const change = changeOf({ current, previous, unit, better, locale, words: words.chart });
	if (!change) return null;
	return (
		<span title={words.chart.from(figureText(previous, unit, locale))}>
			<ChangeMark change={change} words={words.chart} />
		</span>
	);
};
