import {
	clockText,
	dateText,
	hourText,
	monthText,
	type TimeContext,
	todayText,
	weekdayText,
	yearText,
} from "./time.ts";
import { type Bucket, DAY_MS, endOfBucket, HOUR_MS, startOfWallDay } from "./wall-time.ts";

/** A label that the bucket with that index may have. */
interface Candidate {
	index: number;
	text: string;
}

/** A label below the plot. */
export interface AxisLabel extends Candidate {
	/** Starts or ends at its bucket, instead of being centred on it. */
	edge?: "first" | "last";
}

const MONDAY = 1;
const weekdayOf = (wall: number) => new Date(wall).getUTCDay();
const isFirst = (wall: number) => new Date(wall).getUTCDate() === 1;
const isMidnight = (wall: number) => wall === startOfWallDay(wall);

/** Up to FEW_DAYS every day has a label; up to MANY_DAYS, every Monday. */
const FEW_DAYS = 10;
const MANY_DAYS = 100;

interface Rule {
	has(wall: number, index: number): boolean;
	text(wall: number): string;
}

const dayRule = (days: number, context: TimeContext): Rule => {
	if (days <= FEW_DAYS)
		return { has: () => true, text: (wall) => weekdayText(wall, context.locale) };
	if (days <= MANY_DAYS)
		return {
			has: (wall) => weekdayOf(wall) === MONDAY,
			text: (wall) => dateText(wall, context),
		};
	return { has: isFirst, text: (wall) => monthText(wall, context.locale) };
};

/** Times within a day; midnights over several days. */
const timeRule = (walls: readonly number[], context: TimeContext): Rule => {
	const length = (walls.at(-1) ?? 0) - (walls[0] ?? 0);
	if (length > 2 * DAY_MS) return { has: isMidnight, text: (wall) => dateText(wall, context) };
	if (length > 6 * HOUR_MS)
		return {
			has: (wall) => wall % (6 * HOUR_MS) === 0,
			text: (wall) =>
				isMidnight(wall) && wall !== walls[0]
					? dateText(wall, context)
					: hourText(wall, context.locale),
		};
	const step = length > HOUR_MS ? HOUR_MS : HOUR_MS / 6;
	return { has: (wall) => wall % step === 0, text: (wall) => clockText(wall, context.locale) };
};

const ruleOf = (walls: readonly number[], bucket: Bucket, context: TimeContext): Rule => {
	switch (bucket) {
		case "day":
			return dayRule(walls.length, context);
		case "week":
			return { has: () => true, text: (wall) => dateText(wall, context) };
		case "month":
			return { has: () => true, text: (wall) => monthText(wall, context.locale) };
		case "year":
			return { has: () => true, text: (wall) => yearText(wall, context.locale) };
		default:
			return timeRule(walls, context);
	}
};

/** Between two labels. */
const GAP_PX = 16;

/** The plot and its texts, in pixels. */
interface PlotSpace {
	width: number;
	/** Where a bucket is, from the left edge. */
	xOf(index: number): number;
	widthOf(text: string): number;
}

/** The outermost labels are aligned to their bucket instead of centred on it, so that they stay beside the plot. */
const placed = (
	label: Candidate,
	{ width, xOf, widthOf }: PlotSpace,
): { label: AxisLabel; left: number; right: number } => {
	const x = xOf(label.index);
	const length = widthOf(label.text);
	if (x < length / 2) return { label: { ...label, edge: "first" }, left: x, right: x + length };
	if (x > width - length / 2)
		return { label: { ...label, edge: "last" }, left: x - length, right: x };
	return { label, left: x - length / 2, right: x + length / 2 };
};

/** Every label, or every second, third …: the most that fit, beside the last one if that one has to stay. */
const fitting = (
	candidates: readonly Candidate[],
	fixed: Candidate | undefined,
	space: PlotSpace,
): AxisLabel[] => {
	const end = fixed && placed(fixed, space);
	const all = candidates
		.map((candidate) => placed(candidate, space))
		.filter(({ label }) => label.index !== fixed?.index);
	for (let step = 1; ; step++) {
		const kept = all
			.filter((_, position) => position % step === 0)
			.filter(({ right }) => !end || right + GAP_PX <= end.left);
		const isClear = kept.every(({ left }, position) => {
			const before = kept[position - 1];
			return !before || before.right + GAP_PX <= left;
		});
		if (isClear) return [...kept, ...(end ? [end] : [])].map(({ label }) => label);
	}
};

/**
 * Labels of the x axis: Mondays, quarters of a day, the first of each month; as many as do not touch. The last reads
 * Today if the last bucket is.
 */
export const axisLabels = (
	walls: readonly number[],
	bucket: Bucket,
	context: TimeContext,
	space: PlotSpace,
): AxisLabel[] => {
	const last = walls.length - 1;
	const lastWall = walls[last];
	if (lastWall === undefined) return [];
	const rule = ruleOf(walls, bucket, context);
	const labels = walls.flatMap((wall, index) =>
		rule.has(wall, index) ? [{ index, text: rule.text(wall) }] : [],
	);
	const endsToday =
		bucket === "day" && context.now >= lastWall && context.now < endOfBucket(lastWall, bucket);
	const today = endsToday ? { index: last, text: todayText(context.locale) } : undefined;
	return fitting(labels, today, space);
};
