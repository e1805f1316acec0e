import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { ValueScale } from "../shape/scale.ts";
import type { ChartData } from "../shape/series.ts";
import {
	LINE_DASHES,
	onPaletteChange,
	type Palette,
	PREVIOUS_DASH,
	readPalette,
	UNFINISHED_DASH,
} from "./palette.ts";
import css from "./plot-canvas.module.css";

/** Around the plot, so that a line at its edge is drawn whole. Also in the style sheet. */
const EDGE_PX = 8;
const LINE_PX = 2;
const PREVIOUS_PX = 1.5;

type Values = (number | null)[];

/** A value between two that were not measured makes no line: it is drawn as a point. */
const isolatedIn = (values: readonly (number | null | undefined)[]): number[] =>
	values.flatMap((value, index) =>
		value != null && values[index - 1] == null && values[index + 1] == null ? [index] : [],
	);

const finishedPart = (data: ChartData, values: readonly (number | null)[]): Values =>
	values.map((value, index) => (index === data.unfinished ? null : value));

/** From the last finished bucket to what the unfinished one has, or will probably have. */
const unfinishedPart = (data: ChartData, line: ChartData["lines"][number]): Values => {
	const at = data.unfinished;
	return line.values.map((value, index) => {
		if (at === undefined || (index !== at && index !== at - 1)) return null;
		return index === at ? (line.projected ?? value) : value;
	});
};

const seriesOf = (
	stroke: (palette: Palette) => string,
	palette: () => Palette,
	{ width, dash, hasPoints }: { width: number; dash: readonly number[]; hasPoints: boolean },
): uPlot.Series => ({
	stroke: () => stroke(palette()),
	width,
	dash: [...dash],
	points: {
		show: hasPoints,
		size: 3 * width,
		filter: (plot, index) => isolatedIn([...(plot.data[index] ?? [])]),
		fill: () => stroke(palette()),
	},
});

const drawGrid = (plot: uPlot, ticks: readonly number[], palette: Palette) => {
	const { ctx, bbox } = plot;
	ctx.save();
	ctx.lineWidth = uPlot.pxRatio;
	for (const tick of [...ticks].reverse()) {
		// Between two rows of pixels a line would be two rows of half its colour.
		const y = Math.round(plot.valToPos(tick, "y", true)) + (ctx.lineWidth % 2) / 2;
		ctx.strokeStyle = tick === 0 ? palette.zero : palette.grid;
		ctx.beginPath();
		ctx.moveTo(bbox.left, y);
		ctx.lineTo(bbox.left + bbox.width, y);
		ctx.stroke();
	}
	ctx.restore();
};

interface PlotCanvasProps {
	data: ChartData;
	scale: ValueScale;
	/** A value that a line is drawn at. */
	limit?: number | undefined;
}

const contentOf = ({ data, limit }: PlotCanvasProps, palette: () => Palette) => {
	const indices = data.buckets.map((_, index) => index);
	const lines = data.lines.flatMap((line, index) => {
		const stroke = (colours: Palette) => colours.lines[index] ?? colours.previous;
		const dash = LINE_DASHES[index] ?? [];
		return [
			{
				values: finishedPart(data, line.values),
				series: seriesOf(stroke, palette, { width: LINE_PX, dash, hasPoints: true }),
			},
			{
				values: unfinishedPart(data, line),
				series: seriesOf(stroke, palette, {
					width: LINE_PX,
					dash: UNFINISHED_DASH,
					hasPoints: false,
				}),
			},
		];
	});
	const grey = (values: Values) => ({
		values,
		series: seriesOf((colours) => colours.previous, palette, {
			width: PREVIOUS_PX,
			dash: PREVIOUS_DASH,
			hasPoints: true,
		}),
	});
	const drawn = [
		...(limit === undefined ? [] : [grey(indices.map(() => limit))]),
		...(data.previous ? [grey([...data.previous.values])] : []),
		...lines,
	];
	return {
		series: [{}, ...drawn.map(({ series }) => series)],
		aligned: [indices, ...drawn.map(({ values }) => values)] as uPlot.AlignedData,
	};
};

/** The lines of a chart and its grid; everything that is text lies above it. */
export const PlotCanvas = (props: PlotCanvasProps) => {
	const { data, scale, limit } = props;
	const holder = useRef<HTMLDivElement>(null);

	useEffect(() => {
		const element = holder.current;
		if (!element) return;
		let palette = readPalette(element);
		const size = () => ({
			width: Math.max(1, element.clientWidth),
			height: Math.max(1, element.clientHeight),
		});
		const { series, aligned } = contentOf(props, () => palette);
		const last = data.buckets.length - 1;
		const plot = new uPlot(
			{
				...size(),
				series,
				padding: [EDGE_PX, EDGE_PX, EDGE_PX, EDGE_PX],
				axes: [{ show: false }, { show: false }],
				scales: {
					x: { time: false, range: () => (last > 0 ? [0, last] : [-0.5, 0.5]) },
					y: { range: () => [0, scale.top] },
				},
				legend: { show: false },
				cursor: { show: false },
				hooks: { drawAxes: [(drawn) => drawGrid(drawn, scale.ticks, palette)] },
			},
			aligned,
			element,
		);
		const stop = onPaletteChange(() => {
			palette = readPalette(element);
			plot.redraw(false);
		});
		const observer = new ResizeObserver(() => plot.setSize(size()));
		observer.observe(element);
		return () => {
			stop();
			observer.disconnect();
			plot.destroy();
		};
	}, [data, scale, limit]);

	return <div class={css["canvas"]} ref={holder} aria-hidden="true" />;
};
