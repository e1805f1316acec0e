import { useLayoutEffect, useRef } from "preact/hooks";
import type { ColumnReading, ReadingSubject } from "../../format/reading.ts";
import { ChangeMark } from "../shared/change-mark.tsx";
import type { ChartWords } from "../shared/chart-words.ts";
import { placeTooltip } from "../shared/place-tooltip.ts";
import { type KeySubject, LineKey } from "./line-key.tsx";
import type { Annotation } from "./place-annotations.ts";
import css from "./plot-tooltip.module.css";

/** The line beside which a value stands. */
const keyOf = (subject: ReadingSubject): KeySubject => {
	if (subject === "expected") return "unfinished";
	return subject === "whole" ? "previous" : subject;
};

interface PlotTooltipProps {
	reading: ColumnReading;
	notes: readonly Annotation[];
	words: ChartWords;
	plot: { width: number; height: number };
	/** The column and its points, in pixels from the corner of the plot. */
	x: number;
	points: readonly number[];
}

/** All values of one column, beside it. The live region reads it out, so it is hidden from screen readers here. */
export const PlotTooltip = ({ reading, notes, words, plot, x, points }: PlotTooltipProps) => {
	const box = useRef<HTMLDivElement>(null);
	// No dependency list: its size is only known after each render.
	useLayoutEffect(() => {
		const element = box.current;
		if (!element) return;
		const { offsetWidth: width, offsetHeight: height } = element;
		const { left, top } = placeTooltip(plot, { width, height }, x, points);
		element.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
	});
	const hasTitle = reading.rows[0]?.label !== reading.title;
	return (
		<div class={css["tooltip"]} ref={box} aria-hidden="true" data-part="tooltip">
			{hasTitle && <span class={css["title"]}>{reading.title}</span>}
			{reading.rows.map(({ subject, label, value }) => {
				const isQuiet = subject === "previous" || subject === "whole";
				return (
					<span class={css["row"]} key={subject}>
						<LineKey subject={keyOf(subject)} />
						<span class={isQuiet ? css["quiet"] : undefined}>{label}</span>
						<span class={isQuiet ? css["quiet"] : css["value"]}>{value}</span>
					</span>
				);
			})}
			{reading.change && (
				<span class={css["row"]}>
					<span />
					<span class={css["quiet"]}>{words.change}</span>
					<ChangeMark change={reading.change} words={words} />
				</span>
			)}
			{notes.map(({ id, kind, name }) => (
				<span class={css["note"]} key={id}>
					<i class={kind === "deploy" ? css["triangle"] : css["diamond"]} />
					<span>{name}</span>
				</span>
			))}
		</div>
	);
};
