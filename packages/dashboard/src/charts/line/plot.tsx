import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { axisLabels } from "../../format/axis-labels.ts";
import type { Better } from "../../format/change.ts";
import { figureText } from "../../format/number.ts";
import { type ColumnReading, columnReading } from "../../format/reading.ts";
import { tickText, type ValueScale } from "../../format/scale.ts";
import type { ChartData } from "../../format/series.ts";
import type { TimeContext } from "../../format/time.ts";
import type { ChartWords } from "../shared/chart-words.ts";
import { Hidden } from "../shared/hidden.tsx";
import { useColumn } from "../shared/use-column.ts";
import { useSize } from "../shared/use-size.ts";
import { AnnotationList } from "./annotation-list.tsx";
import { annotationText } from "./annotation-text.ts";
import { type Annotation, placeAnnotations, shareOf } from "./place-annotations.ts";
import css from "./plot.module.css";
import { PlotCanvas } from "./plot-canvas.tsx";
import { PlotMarks } from "./plot-marks.tsx";
import { PlotTooltip } from "./plot-tooltip.tsx";

export interface PlotProps {
	/** The figure and the range, for screen readers. */
	label: string;
	data: ChartData;
	scale: ValueScale;
	limit?: number | undefined;
	annotations: readonly Annotation[];
	time: TimeContext;
	words: ChartWords;
	better: Better;
	onPick: ((index: number) => void) | undefined;
}

const spoken = (
	{ title, rows, change }: ColumnReading,
	notes: readonly Annotation[],
	words: ChartWords,
): string => {
	const parts = rows.map(({ label, value }) => (label === title ? value : `${label} ${value}`));
	if (change)
		parts.push(
			change.direction === "none" ? change.text : `${words[change.direction]} ${change.text}`,
		);
	return `${title}: ${[...parts, ...notes.map((note) => annotationText(note, words))].join(", ")}`;
};

/** Measures texts in the font of an element. */
const measureIn = (element: Element | null): ((text: string) => number) => {
	const context = element && document.createElement("canvas").getContext("2d");
	if (!context) return () => Number.POSITIVE_INFINITY;
	const { fontSize, fontFamily } = getComputedStyle(element);
	context.font = `${fontSize} ${fontFamily}`;
	return (text) => context.measureText(text).width;
};

/** The drawing area with its axes: one tab stop; arrow keys move by a bucket. */
export const Plot = (props: PlotProps) => {
	const { label, data, scale, limit, annotations, time, words, better, onPick } = props;
	const plot = useRef<HTMLDivElement>(null);
	const size = useSize(plot);
	const buckets = data.buckets.length;
	const noted = annotations.map(({ index }) => index);
	const column = useColumn(plot, buckets, { start: data.unfinished, marked: noted, onPick });
	const [widthOf, setWidthOf] = useState(() => measureIn(null));
	useLayoutEffect(() => setWidthOf(() => measureIn(plot.current)), []);

	const ticks = scale.ticks.map((value) => ({
		value,
		text: tickText(value, data.unit, scale.top, time.locale),
	}));
	const axisWidth = Math.max(...ticks.map(({ text }) => text.length));
	const xOf = (index: number) => shareOf(index, buckets) * size.width;
	const labels = axisLabels(data.buckets, data.bucket, time, { width: size.width, xOf, widthOf });
	const marks = placeAnnotations(annotations, { buckets, width: size.width }, widthOf);
	const notesAt = (at: number) => annotations.filter(({ index }) => index === at);
	const reading =
		column.at === undefined ? undefined : columnReading(data, column.at, { time, words, better });
	const shown = column.at === undefined ? [] : valuesAt(data, column.at);
	const heightOf = (value: number) => (1 - Math.min(1, value / scale.top)) * size.height;

	return (
		<div class={css["area"]} style={{ "--axis": `${axisWidth}ch` }}>
			<div
				class={css["plot"]}
				ref={plot}
				role="application"
				aria-label={label}
				aria-description={
					noted.length > 0 ? `${words.plotHelp} ${words.notesHelp}` : words.plotHelp
				}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read it.
				tabIndex={0}
				{...column.handlers}
			>
				<PlotCanvas data={data} scale={scale} limit={limit} />
				<div aria-hidden="true">
					{ticks.map(({ value, text }) => (
						<span
							class={css["tick"]}
							key={value}
							style={{ top: `${(1 - value / scale.top) * 100}%` }}
						>
							{text}
						</span>
					))}
					{labels.map(({ index, text, edge }) => (
						<span
							class={css["label"]}
							key={index}
							data-edge={edge}
							style={{ left: `${shareOf(index, buckets) * 100}%` }}
						>
							{text}
						</span>
					))}
					<PlotMarks
						data={data}
						scale={scale}
						marks={marks}
						at={column.at}
						print={(value) => figureText(value, data.unit, time.locale)}
					/>
				</div>
				{reading && column.at !== undefined && (
					<PlotTooltip
						reading={reading}
						notes={notesAt(column.at)}
						words={words}
						plot={size}
						x={xOf(column.at)}
						points={shown.map(heightOf)}
					/>
				)}
			</div>
			<AnnotationList data={data} annotations={annotations} time={time} words={words} />
			<Hidden>
				<span role="status">
					{reading && column.at !== undefined && column.isByKey
						? spoken(reading, notesAt(column.at), words)
						: ""}
				</span>
			</Hidden>
		</div>
	);
};

/** Every value that is drawn as a point in a column. */
const valuesAt = (data: ChartData, index: number): number[] =>
	[
		...data.lines.map(({ values }) => values[index]),
		...(index === data.unfinished ? data.lines.map(({ projected }) => projected) : []),
		data.previous?.line[index],
	].filter((value) => value !== null && value !== undefined);
