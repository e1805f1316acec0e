import { ChangeMark } from "../../../charts/shared/change-mark.tsx";
import { changeOf, type FigureChange } from "../../../format/change.ts";
import { figureText } from "../../../format/number.ts";
import { figureTitle, numberOf, unitOf } from "./figures.ts";
import type { Naming } from "./metric-text.ts";
import type { QuestionRow } from "./question.ts";
import type { Answered } from "./use-question.ts";

interface FigureProps {
	answered: Answered;
	naming: Naming;
	/** Of the metric in the question. */
	place: number;
	row: Pick<QuestionRow, "metrics" | "previous"> & Partial<Pick<QuestionRow, "dimensions">>;
}

/** A metric of a row as text, and its change. */
export const readFigure = ({ answered, naming: { words, locale }, place, row }: FigureProps) => {
	const { dimensions = [] } = row;
	const unit = unitOf(answered, place, { dimensions });
	const current = numberOf(answered, place, row.metrics[place]);
	const previous = numberOf(answered, place, row.previous?.[place]);
	const change: FigureChange | undefined = changeOf({
		...{ current, previous, unit, better: "neither" as const, locale, words: words.chart },
	});
	return {
		number: current,
		text: figureText(current, unit, locale),
		title: figureTitle(row.metrics[place], unit, locale),
		change: change && { ...change, title: words.chart.from(figureText(previous, unit, locale)) },
	};
};

/** A metric of a row, with its change. */
export const Figure = (props: FigureProps) => {
	const { text, title, change } = readFigure(props);
	return (
		<>
			<span title={title}>{text}</span>
			{change && (
				<small title={change.title}>
					<ChangeMark change={change} words={props.naming.words.chart} />
				</small>
			)}
		</>
	);
};
