import { type Better, type ChangeWords, changeOf, type FigureChange } from "./change.ts";
import { figureText } from "./number.ts";
import type { ChartData } from "./series.ts";
import { bucketText, type TimeContext, todayText } from "./time.ts";
import { type Bucket, isRepeated, isSameDay } from "./wall-time.ts";

interface ReadingWords extends ChangeWords {
	soFar(bucket: string): string;
	expected: string;
	untilSameTime: string;
	inFull: string;
	/** The second bucket with the same name, on the day on which clocks go back. */
	again(bucket: string): string;
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
export const bucketTitle = (
	wall: number,
	bucket: Bucket,
	time: TimeContext,
	words: Pick<ReadingWords, "again">,
): string => {
	if (bucket === "day" && isSameDay(wall, time.now)) return todayText(time.locale);
	const text = bucketText(wall, bucket, time);
	return isRepeated(wall) ? words.again(text) : text;
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
	const name = bucketTitle(data.buckets[index] ?? 0, data.bucket, time, words);
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
