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

/** A label below the plot, at the bucket with that index. */
export interface AxisLabel {
	index: number;
	text: string;
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

/** Every second, third … label, so that at most `most` are left. */
const thinned = (labels: readonly AxisLabel[], most: number): AxisLabel[] => {
	const step = Math.max(1, Math.ceil(labels.length / Math.max(1, most)));
	return labels.filter((_, position) => position % step === 0);
};

/**
 * Labels of the x axis: Mondays, quarters of a day, the first of each month. The last reads Today if the last bucket
 * is.
 * @param most how many fit beside each other
 */
export const axisLabels = (
	walls: readonly number[],
	bucket: Bucket,
	context: TimeContext,
	most: number,
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
	if (!endsToday) return thinned(labels, most);
	// Half the usual distance between two labels is enough beside Today.
	const nearest = last - walls.length / Math.max(1, most) / 2;
	const others = thinned(labels, most - 1).filter(({ index }) => index < Math.min(last, nearest));
	return [...others, { index: last, text: todayText(context.locale) }];
};
