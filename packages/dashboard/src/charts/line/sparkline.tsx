import css from "./sparkline.module.css";

interface SparklineProps {
	values: readonly (number | null)[];
	/** Index of the value that is not final. */
	unfinished?: number | undefined;
	/** Drawn instead of the unfinished value. */
	projected?: number | undefined;
	/** A description with the first, last and highest value, for screen readers. */
	label: string;
}

const HEIGHT = 32;
const WIDTH = 100;

type Point = readonly [x: number, y: number];
const pathOf = (points: readonly Point[]) =>
	points
		.map(([x, y], index) => `${index === 0 ? "M" : "L"}${x.toFixed(2)} ${y.toFixed(2)}`)
		.join("");

/** A line without axes, from zero. */
export const Sparkline = ({ values, unfinished, projected, label }: SparklineProps) => {
	const drawn = values.map((value, index) => (index === unfinished ? (projected ?? value) : value));
	const top = Math.max(1, ...drawn.map((value) => value ?? 0));
	const points = drawn.map(
		(value, index): Point => [
			drawn.length > 1 ? (index / (drawn.length - 1)) * WIDTH : WIDTH / 2,
			HEIGHT - 1 - ((value ?? 0) / top) * (HEIGHT - 3),
		],
	);
	const end = unfinished ?? points.length;
	return (
		<svg
			class={css["sparkline"]}
			viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
			preserveAspectRatio="none"
			role="img"
			aria-label={label}
		>
			<line class={css["zero"]} x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
			<path class={css["line"]} d={pathOf(points.slice(0, end))} />
			{unfinished !== undefined && unfinished > 0 && (
				<path class={css["open"]} d={pathOf(points.slice(unfinished - 1, unfinished + 1))} />
			)}
		</svg>
	);
};
