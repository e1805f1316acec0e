import type { FigureUnit } from "./number.ts";
import { projectedCount } from "./projection.ts";
import { type Bucket, endOfBucket, parseWallTime } from "./wall-time.ts";

/** A row of a series as the API returns it. */
export interface SeriesPoint {
	/** Start of the bucket on the wall clock of the requested zone, `YYYY-MM-DD HH:MM:SS`. */
	time: string;
	value: number | null;
}

/** A row of the series that a chart is compared with. */
interface ComparedPoint extends SeriesPoint {
	/** In its last bucket, if that stops at the same time of day: the value until the bucket's own end. */
	whole?: number | null;
}

export interface ChartLine {
	name: string;
	/** One per bucket; `null` if not measured, and in the future. */
	values: readonly (number | null)[];
	/** The projection of the unfinished bucket; only for counts. */
	projected?: number | undefined;
}

/** The data of a line chart. */
export interface ChartData {
	unit: FigureUnit;
	bucket: Bucket;
	/** Starts of the buckets, as wall times. */
	buckets: readonly number[];
	/** One to six. */
	lines: readonly ChartLine[];
	/** The comparison, bucket by bucket; only with a single line. */
	previous?: {
		buckets: readonly (number | undefined)[];
		/** Compared with the chart's values: beside the unfinished bucket, until the same time. */
		values: readonly (number | null)[];
		/** Drawn: the same, with each bucket until its own end. */
		line: readonly (number | null)[];
		/** Index of the bucket in which the two differ. */
		cut?: number;
	};
	/** Index of the bucket that contains the present. */
	unfinished?: number;
	/** Of a single line: which buckets have figures that were imported from another product. */
	imported?: readonly (true | undefined)[];
}

export interface SeriesAnswer {
	unit: FigureUnit;
	bucket: Bucket;
	/** The present, as a wall time of the requested zone. */
	now: number;
	lines: readonly { name: string; points: readonly SeriesPoint[] }[];
	previous?: readonly ComparedPoint[] | undefined;
}

const byTime = (points: readonly SeriesPoint[]): Map<number, number | null> =>
	new Map(points.map(({ time, value }) => [parseWallTime(time), value]));

/** Buckets of all lines, in order: a line without events in a bucket may omit it. */
const bucketsOf = (lines: SeriesAnswer["lines"]): number[] =>
	[...new Set(lines.flatMap(({ points }) => points.map(({ time }) => parseWallTime(time))))]
		.filter(Number.isFinite)
		.sort((one, other) => one - other);

/** The series that rows are compared with; where a row has no counterpart, its point has no time. */
export const pointsBefore = <Figures extends { time: string }>(
	rows: readonly {
		previous?: Figures | null | undefined;
		previous_whole?: Figures | undefined;
	}[],
	read: (figures: Figures) => number | null,
): ComparedPoint[] =>
	rows.map(({ previous, previous_whole }) => ({
		time: previous?.time ?? "",
		value: previous ? read(previous) : null,
		...(previous_whole && { whole: read(previous_whole) }),
	}));

const isCounted = (unit: FigureUnit) => unit === "count";

/** The comparison, bucket by bucket: it may have fewer of them, or none. */
const comparisonBeside = (
	buckets: readonly number[],
	points: readonly ComparedPoint[],
	unfinished: number,
): NonNullable<ChartData["previous"]> => {
	const beside = buckets.map(
		(_, index): ComparedPoint => points[index] ?? { time: "", value: null },
	);
	const cut = beside.findIndex(({ whole }, index) => index === unfinished && whole !== undefined);
	return {
		buckets: beside.map(({ time }) => parseWallTime(time) || undefined),
		values: beside.map(({ value, whole = value }, index) => (index === cut ? value : whole)),
		line: beside.map(({ value, whole = value }) => whole),
		...(cut >= 0 && { cut }),
	};
};

/** The chart of a response: cut off at the present, the unfinished bucket projected, compared bucket by bucket. */
export const chartDataOf = (answer: SeriesAnswer): ChartData => {
	const { unit, bucket, now } = answer;
	const buckets = bucketsOf(answer.lines);
	const missing = isCounted(unit) ? 0 : null;
	const index = buckets.findLastIndex((start) => start <= now);
	const start = buckets[index];
	const isUnfinished = start !== undefined && now < endOfBucket(start, bucket);

	const lines = answer.lines.map(({ name, points }): ChartLine => {
		const found = byTime(points);
		const values = buckets.map((wall) => (wall > now ? null : (found.get(wall) ?? missing)));
		if (!isUnfinished || !isCounted(unit)) return { name, values };
		const projected = projectedCount({
			soFar: values[index] ?? 0,
			elapsed: (now - start) / (endOfBucket(start, bucket) - start),
			before: values.slice(0, index),
			bucket,
		});
		return { name, values, projected };
	});

	const { previous } = answer;
	return {
		unit,
		bucket,
		buckets,
		lines,
		...(isUnfinished ? { unfinished: index } : {}),
		...(previous && lines.length === 1
			? { previous: comparisonBeside(buckets, previous, isUnfinished ? index : -1) }
			: {}),
	};
};

/** The most lines that can be distinguished on a chart. */
export const MAX_LINES = 6;

/** All lines up to six; otherwise the first five, and the sum of the rest under one name. */
export const topLines = (
	lines: SeriesAnswer["lines"],
	allOthers: string,
): SeriesAnswer["lines"] => {
	if (lines.length <= MAX_LINES) return lines;
	const sums = new Map<string, number>();
	for (const { points } of lines.slice(MAX_LINES - 1))
		for (const { time, value } of points) sums.set(time, (sums.get(time) ?? 0) + (value ?? 0));
	const points = [...sums].map(([time, value]) => ({ time, value }));
	return [...lines.slice(0, MAX_LINES - 1), { name: allOthers, points }];
};
