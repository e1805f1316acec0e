import { chartDataOf, type SeriesPoint } from "../../format/series.ts";
import type { Bucket } from "../../format/wall-time.ts";
import css from "./sparkline.module.css";

interface SparklineProps {
	/** Counts, one a bucket. */
	points: readonly SeriesPoint[];
	bucket: Bucket;
	/** The present, as a wall time. As on a chart, the bucket that contains it is dashed, up to its projection. */
	now: number;
	/** For screen readers; without it, they skip the line. */
	label?: string;
}

const HEIGHT = 32;
const WIDTH = 100;

type Point = readonly [x: number, y: number];
const pathOf = (points: readonly Point[]) =>
	points
		.map(([x, y], index) => `${index === 0 ? "M" : "L"}${x.toFixed(2)} ${y.toFixed(2)}`)
		.join("");

/** A line without axes, from zero. */
export const Sparkline = ({ points: counted, bucket, now, label }: SparklineProps) => {
	const { lines, unfinished } = chartDataOf({
		...{ unit: "count", bucket, now },
		lines: [{ name: "", points: counted }],
	});
	const { values = [], projected } = lines[0] ?? {};
	const drawn = values.flatMap((value, index) =>
		value === null ? [] : [index === unfinished ? (projected ?? value) : value],
	);
	const top = Math.max(1, ...drawn);
	const points = drawn.map(
		(value, index): Point => [
			values.length > 1 ? (index / (values.length - 1)) * WIDTH : WIDTH / 2,
			HEIGHT - 1 - (value / top) * (HEIGHT - 3),
		],
	);
	return (
		<svg
			class={css["sparkline"]}
			viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
			preserveAspectRatio="none"
			role={label === undefined ? undefined : "img"}
			aria-label={label}
			aria-hidden={label === undefined}
		>
			<line class={css["zero"]} x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
			<path class={css["line"]} d={pathOf(points.slice(0, unfinished))} />
			{unfinished !== undefined && unfinished > 0 && (
				<path class={css["open"]} d={pathOf(points.slice(unfinished - 1, unfinished + 1))} />
			)}
		</svg>
	);
};
