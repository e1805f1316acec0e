import { useLayoutEffect, useRef } from "preact/hooks";
import type { ValueScale } from "../../format/scale.ts";
import type { ChartData } from "../../format/series.ts";
import {
	LIMIT_DASH,
	LINE_DASHES,
	onPaletteChange,
	type Palette,
	PREVIOUS_DASH,
	readPalette,
	UNFINISHED_DASH,
} from "./palette.ts";
import { shareOf } from "./place-annotations.ts";
import css from "./plot-canvas.module.css";

/** Margin around the plot, so that a line at its edge is not clipped. Also in the style sheet. */
const EDGE_PX = 8;
const LINE_PX = 2;
const PREVIOUS_PX = 1.5;
/** Radius of an isolated value, in line widths. */
const POINT_WIDTHS = 1.5;

type Values = (number | null)[];

/** A value whose neighbours were not measured has no line: it is drawn as a point. */
const isolatedIn = (values: readonly (number | null | undefined)[]): number[] =>
	values.flatMap((value, index) =>
		value != null && values[index - 1] == null && values[index + 1] == null ? [index] : [],
	);

const finishedPart = (data: ChartData, values: readonly (number | null)[]): Values =>
	values.map((value, index) => (index === data.unfinished ? null : value));

/** From the last finished bucket to the current or projected value of the unfinished one. */
const unfinishedPart = (data: ChartData, line: ChartData["lines"][number]): Values => {
	const at = data.unfinished;
	return line.values.map((value, index) => {
		if (at === undefined || (index !== at && index !== at - 1)) return null;
		return index === at ? (line.projected ?? value) : value;
	});
};

/** A line to draw. */
interface Stroke {
	values: readonly (number | null)[];
	colour(palette: Palette): string;
	width: number;
	dash: readonly number[];
	/** Whether isolated values are drawn. */
	hasPoints: boolean;
}

interface PlotCanvasProps {
	data: ChartData;
	scale: ValueScale;
	/** A value with a line across the plot. */
	limit?: number | undefined;
}

/** Everything on the canvas, in drawing order. */
const strokesOf = ({ data, limit }: PlotCanvasProps): Stroke[] => {
	const grey = (values: Values): Stroke => ({
		values,
		colour: ({ previous }) => previous,
		width: PREVIOUS_PX,
		dash: PREVIOUS_DASH,
		hasPoints: true,
	});
	const lines = data.lines.flatMap((line, index) => {
		const shared = {
			colour: ({ lines: colours, previous }: Palette) => colours[index] ?? previous,
			width: LINE_PX,
		};
		return [
			{
				...shared,
				values: finishedPart(data, line.values),
				dash: LINE_DASHES[index] ?? [],
				hasPoints: true,
			},
			{ ...shared, values: unfinishedPart(data, line), dash: UNFINISHED_DASH, hasPoints: false },
		];
	});
	return [
		...(limit === undefined ? [] : [{ ...grey(data.buckets.map(() => limit)), dash: LIMIT_DASH }]),
		...(data.previous ? [grey([...data.previous.line])] : []),
		...lines,
	];
};

/** The drawing area in CSS pixels, inside the edge. */
interface Area {
	width: number;
	height: number;
	/** Device pixels per CSS pixel. */
	ratio: number;
}

const drawGrid = (
	context: CanvasRenderingContext2D,
	{ ticks, top }: ValueScale,
	{ width, height, ratio }: Area,
	palette: Palette,
) => {
	context.lineWidth = 1 / ratio;
	for (const tick of [...ticks].reverse()) {
		// A line between two rows of pixels would be two rows at half its colour.
		const y = (Math.round((1 - tick / top) * height * ratio) + 0.5) / ratio;
		context.strokeStyle = tick === 0 ? palette.zero : palette.grid;
		context.beginPath();
		context.moveTo(0, y);
		context.lineTo(width, y);
		context.stroke();
	}
};

const drawStroke = (
	context: CanvasRenderingContext2D,
	{ values, colour, width, dash, hasPoints }: Stroke,
	placed: { x(index: number): number; y(value: number): number },
	palette: Palette,
) => {
	context.strokeStyle = colour(palette);
	context.fillStyle = colour(palette);
	context.lineWidth = width;
	context.setLineDash([...dash]);
	context.beginPath();
	let isOpen = false;
	for (const [index, value] of values.entries()) {
		if (value === null) isOpen = false;
		else if (isOpen) context.lineTo(placed.x(index), placed.y(value));
		else {
			context.moveTo(placed.x(index), placed.y(value));
			isOpen = true;
		}
	}
	context.stroke();
	for (const index of hasPoints ? isolatedIn(values) : []) {
		context.beginPath();
		context.arc(
			placed.x(index),
			placed.y(values[index] ?? 0),
			POINT_WIDTHS * width,
			0,
			2 * Math.PI,
		);
		context.fill();
	}
};

const draw = (
	canvas: HTMLCanvasElement,
	props: PlotCanvasProps,
	strokes: readonly Stroke[],
	palette: Palette,
) => {
	const context = canvas.getContext("2d");
	const ratio = devicePixelRatio;
	const { clientWidth, clientHeight } = canvas;
	const area = {
		width: Math.max(1, clientWidth - 2 * EDGE_PX),
		height: Math.max(1, clientHeight - 2 * EDGE_PX),
		ratio,
	};
	// Setting the size clears the canvas.
	canvas.width = Math.round(clientWidth * ratio);
	canvas.height = Math.round(clientHeight * ratio);
	if (!context) return;
	const { data, scale } = props;
	const placed = {
		x: (index: number) => shareOf(index, data.buckets.length) * area.width,
		y: (value: number) => (1 - value / scale.top) * area.height,
	};
	context.setTransform(ratio, 0, 0, ratio, EDGE_PX * ratio, EDGE_PX * ratio);
	drawGrid(context, scale, area, palette);
	// A value higher than the plot leaves it at the top.
	context.beginPath();
	context.rect(-EDGE_PX, -EDGE_PX / 2, area.width + 2 * EDGE_PX, area.height + EDGE_PX);
	context.clip();
	context.lineJoin = "round";
	// The area below imported buckets is filled; all palettes are in hexadecimal digits, to which opacity is added.
	context.fillStyle = `${palette.lines[0]}26`;
	for (const [index, isImported] of data.imported?.entries() ?? [])
		if (isImported)
			context.fillRect(
				placed.x(index),
				placed.y(data.lines[0]?.values[index] ?? 0),
				placed.x(1),
				area.height,
			);
	for (const stroke of strokes) drawStroke(context, stroke, placed, palette);
};

/** The lines of a chart and its grid; all text is in a layer above. */
export const PlotCanvas = (props: PlotCanvasProps) => {
	const { data, scale, limit } = props;
	const canvas = useRef<HTMLCanvasElement>(null);
	useLayoutEffect(() => {
		const element = canvas.current;
		if (!element) return undefined;
		const strokes = strokesOf(props);
		let palette = readPalette(element);
		const redraw = () => draw(element, props, strokes, palette);
		const stop = onPaletteChange(() => {
			palette = readPalette(element);
			redraw();
		});
		// The observer also fires for the initial size.
		const observer = new ResizeObserver(redraw);
		observer.observe(element);
		return () => {
			stop();
			observer.disconnect();
		};
	}, [data, scale, limit]);
	return (
		<div class={css["holder"]} aria-hidden="true">
			<canvas class={css["canvas"]} ref={canvas} />
		</div>
	);
};
