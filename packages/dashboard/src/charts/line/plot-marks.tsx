import type { ValueScale } from "../../format/scale.ts";
import type { ChartData } from "../../format/series.ts";
import { type AnnotationMark, shareOf } from "./place-annotations.ts";
import css from "./plot-marks.module.css";

const percent = (share: number) => `${share * 100}%`;

/** Runs of buckets that exceed the plot, each labelled with its highest value. */
const peaksOf = (data: ChartData, top: number): { index: number; value: number }[] => {
	const peaks: { index: number; value: number }[] = [];
	let before = Number.NEGATIVE_INFINITY;
	for (const [index] of data.buckets.entries()) {
		const highest = Math.max(
			...data.lines.map(({ values }) => values[index] ?? 0),
			data.previous?.line[index] ?? 0,
		);
		if (highest <= top) continue;
		const known = peaks.at(-1);
		if (known && before === index - 1) {
			if (highest > known.value) Object.assign(known, { index, value: highest });
		} else peaks.push({ index, value: highest });
		before = index;
	}
	return peaks;
};

interface PlotMarksProps {
	data: ChartData;
	scale: ValueScale;
	marks: readonly AnnotationMark[];
	/** The selected column. */
	at: number | undefined;
	print(value: number): string;
}

/** The layer above the lines: annotations, dots, and the values that exceed the plot. */
export const PlotMarks = ({ data, scale, marks, at, print }: PlotMarksProps) => {
	const place = (index: number, value: number) => ({
		left: percent(shareOf(index, data.buckets.length)),
		top: percent(1 - Math.min(1, value / scale.top)),
	});
	const open = data.unfinished;
	return (
		<>
			{marks.map(({ share, annotations, kind, text, side }) => (
				<span
					class={css["mark"]}
					key={annotations[0]?.id}
					data-side={side}
					data-part="annotation"
					data-kind={kind}
					style={{ left: percent(share) }}
				>
					<i class={kind === "deploy" ? css["triangle"] : css["diamond"]} />
					{text !== "" && <span class={css["name"]}>{text}</span>}
				</span>
			))}
			{peaksOf(data, scale.top).map(({ index, value }) => {
				const share = shareOf(index, data.buckets.length);
				return (
					<span
						class={css["peak"]}
						key={index}
						data-part="peak"
						data-side={share > 0.8 ? "left" : "right"}
						style={{ left: percent(share) }}
					>
						{print(value)}
						<svg viewBox="0 0 8 8" aria-hidden="true">
							<path d="M4 0v8M1 3l3-3 3 3" />
						</svg>
					</span>
				);
			})}
			{at !== undefined && (
				<span class={css["column"]} style={{ left: percent(shareOf(at, data.buckets.length)) }} />
			)}
			{at !== undefined && <ColumnDots data={data} at={at} place={place} />}
			{open !== undefined &&
				data.lines.map(({ name, values, projected }, line) => {
					const soFar = values[open];
					const end = projected ?? soFar;
					const color = { "--line-color": `var(--chart-${line + 1})` };
					return (
						<span key={name}>
							{typeof end === "number" && (
								<i class={css["open"]} data-part="open" style={{ ...place(open, end), ...color }} />
							)}
							{typeof soFar === "number" && projected !== undefined && data.lines.length === 1 && (
								<i class={css["soFar"]} style={{ ...place(open, soFar), ...color }} />
							)}
						</span>
					);
				})}
		</>
	);
};

interface ColumnDotsProps {
	data: ChartData;
	at: number;
	place(index: number, value: number): { left: string; top: string };
}

const ColumnDots = ({ data, at, place }: ColumnDotsProps) => {
	const previous = data.previous?.line[at];
	return (
		<>
			{typeof previous === "number" && (
				<i
					class={css["dot"]}
					style={{ ...place(at, previous), "--line-color": "var(--chart-prev)" }}
				/>
			)}
			{data.lines.map(({ name, values }, line) => {
				const value = values[at];
				return (
					typeof value === "number" &&
					at !== data.unfinished && (
						<i
							class={css["dot"]}
							key={name}
							style={{ ...place(at, value), "--line-color": `var(--chart-${line + 1})` }}
						/>
					)
				);
			})}
		</>
	);
};
