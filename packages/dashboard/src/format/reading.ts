import { type Better, type ChangeWords, changeOf, type FigureChange } from "./change.ts";
import { figureText } from "./number.ts";
import type { ChartData } from "./series.ts";
import { bucketText, type TimeContext, todayText } from "./time.ts";
import { isSameDay } from "./wall-time.ts";

interface ReadingWords extends ChangeWords {
	soFar(bucket: string): string;
	expected: string;
	untilSameTime: string;
	inFull: string;
}

/** Index of a line, or another subject of a row. */
export type ReadingSubject = number | "previous" | "whole" | "expected";

/** All values of a chart in one bucket, as text. */
export interface ColumnReading {
	/** The bucket. */
	title: string;
	rows: readonly { subject: ReadingSubject; label: string; value: string }[];
	/** From the value it is compared with; an unfinished bucket needs one until the same time. */
	change?: FigureChange | undefined;
}

/** The name of a bucket; the current day is called Today. */
const titleOf = (data: ChartData, index: number, time: TimeContext): string => {
	const wall = data.buckets[index] ?? 0;
	return data.bucket === "day" && isSameDay(wall, time.now)
		? todayText(time.locale)
		: bucketText(wall, data.bucket, time);
};

/** The values of a chart in the bucket with that index. */
export const columnReading = (
	data: ChartData,
	index: number,
	{ time, words, better }: { time: TimeContext; words: ReadingWords; better: Better },
): ColumnReading => {
	const print = (value: number | null | undefined) =>
		figureText(value ?? null, data.unit, time.locale);
	const isUnfinished = index === data.unfinished;
	const name = titleOf(data, index, time);
	const title = isUnfinished ? words.soFar(name) : name;
	const isSingle = data.lines.length === 1;
	const rows: { subject: ReadingSubject; label: string; value: string }[] = data.lines.map(
		(line, subject) => ({
			subject,
			label: isSingle ? title : line.name,
			value: print(line.values[index]),
		}),
	);
	const line = data.lines[0];
	if (isUnfinished && isSingle && line?.projected !== undefined)
		rows.push({ subject: "expected", label: words.expected, value: print(line.projected) });

	const previous = data.previous?.values[index];
	const previousWall = data.previous?.buckets[index];
	if (previous === undefined || previousWall === undefined) return { title, rows };
	const before = bucketText(previousWall, data.bucket, time);
	const isCut = index === data.previous?.cut;
	rows.push({
		subject: "previous",
		label: isCut ? `${before}, ${words.untilSameTime}` : before,
		value: print(previous),
	});
	if (isCut)
		rows.push({
			subject: "whole",
			label: `${before}, ${words.inFull}`,
			value: print(data.previous?.line[index]),
		});
	else if (isUnfinished) return { title, rows };
	const change = changeOf({
		current: line?.values[index] ?? null,
		previous,
		unit: data.unit,
		better,
		locale: time.locale,
		words,
	});
	return { title, rows, change };
};
