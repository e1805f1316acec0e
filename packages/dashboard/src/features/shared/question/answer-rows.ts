import type { SeriesPoint } from "../../../format/series.ts";
import { BUCKET_NAMES, type Bucket, parseWallTime } from "../../../format/wall-time.ts";
import { numberOf, unitOf } from "./figures.ts";
import { metricText, type Naming, shownValue } from "./metric-text.ts";
import { isBucketed, type QuestionAnswer, type QuestionRow } from "./question.ts";
import type { Answered } from "./use-question.ts";

/** A chart can tell six lines apart. */
const MOST_LINES = 6;

/** The bucket of a time dimension; days for one that charts do not know. */
export const bucketOf = (dimension: string): Bucket => {
	const unit = dimension.slice("time:".length);
	return BUCKET_NAMES.find((one) => one === unit) ?? "day";
};

interface Series {
	name: string;
	points: SeriesPoint[];
}

/** Rows by the values of all dimensions but the time; the largest first. */
const groupsOf = (rows: readonly QuestionRow[], time: number): [string, QuestionRow[]][] => {
	const groups = new Map<string, QuestionRow[]>();
	for (const row of rows) {
		const key = JSON.stringify(row.dimensions.filter((_, place) => place !== time));
		groups.set(key, [...(groups.get(key) ?? []), row]);
	}
	const sumOf = (some: readonly QuestionRow[]) =>
		some.reduce((sum, { metrics }) => sum + Number(metrics[0] ?? 0), 0);
	return [...groups].sort(([, one], [, other]) => sumOf(other) - sumOf(one)).slice(0, MOST_LINES);
};

/** The lines of an answer by time: one per metric of the first one's unit, or one per value of a further dimension. */
export const linesOfAnswer = (answered: Answered, naming: Naming) => {
	const { question, answer } = answered;
	const { metrics, dimensions } = question;
	const time = dimensions.findIndex(isBucketed);
	const pointsOf = (rows: readonly QuestionRow[], place: number): SeriesPoint[] =>
		rows.map(({ dimensions: values, metrics: figures }) => ({
			time: values[time] ?? "",
			value: numberOf(answered, place, figures[place]),
		}));
	// Amounts in several currencies have no unit in common.
	const units = new Set(answer.rows.map((row) => unitOf(answered, 0, row)));
	const [unit = unitOf(answered, 0)] = units.size > 1 ? ["ratio" as const] : units;
	const isSplit = dimensions.length > 1;
	const lines: Series[] = isSplit
		? groupsOf(answer.rows, time).map(([, rows]) => ({
				name: (rows[0]?.dimensions ?? [])
					.flatMap((value, place) =>
						place === time ? [] : [shownValue(dimensions[place] ?? "", value, naming)],
					)
					.join(" · "),
				points: pointsOf(rows, 0),
			}))
		: metrics
				.flatMap((metric, place) => (unitOf(answered, place) === unit ? [{ metric, place }] : []))
				.slice(0, MOST_LINES)
				.map(({ metric, place }) => ({
					name: metricText(metric, naming),
					points: pointsOf(answer.rows, place),
				}));
	const hasPrevious =
		lines.length === 1 && !isSplit && answer.rows.some(({ previous }) => previous);
	return {
		unit,
		bucket: bucketOf(dimensions[time] ?? ""),
		lines,
		previous: hasPrevious
			? answer.rows.map(
					({ previous, previous_time: at = "" }): SeriesPoint => ({
						time: at,
						value: numberOf(answered, 0, previous?.[0]),
					}),
				)
			: undefined,
	};
};

/** Which of a chart's buckets, given as wall times, have imported days. */
export const importedBuckets = (
	{ question, answer }: Answered,
	buckets: readonly number[],
): (true | undefined)[] => {
	const time = question.dimensions.findIndex(isBucketed);
	const imported = new Set(
		answer.rows.flatMap((row) => (row.imported ? [parseWallTime(row.dimensions[time] ?? "")] : [])),
	);
	return buckets.map((wall) => (imported.has(wall) ? true : undefined));
};

/** Numbers of the clock, each of which has a row, also where nothing happened. */
const CLOCK: Readonly<Record<string, readonly string[]>> = {
	hour_of_day: Array.from({ length: 24 }, (_, hour) => String(hour)),
	day_of_week: Array.from({ length: 7 }, (_, day) => String(day + 1)),
};

/** The rows to draw as bars: all hours of a day and all days of a week, and the first of anything else. */
export const barRows = ({ question, answer }: Answered, most: number): readonly QuestionRow[] => {
	const { dimensions, order_by: order, limit } = question;
	const [first = "", ...more] = dimensions;
	const clock = more.length === 0 && Object.hasOwn(CLOCK, first) ? CLOCK[first] : undefined;
	if (!clock || order || limit !== undefined)
		return answer.rows.slice(0, Math.max(most, clock?.length ?? 0));
	const found = new Map(answer.rows.map((row) => [row.dimensions[0], row]));
	const nothing = question.metrics.map((metric) =>
		answer.meta.types[metric] === "count" ? 0 : answer.meta.types[metric] === "money" ? "0" : null,
	);
	const isCompared = answer.rows.some(({ previous }) => previous);
	return clock.map(
		(value): QuestionRow =>
			found.get(value) ?? {
				dimensions: [value],
				metrics: nothing,
				...(isCompared && { previous: nothing }),
			},
	);
};

const quoted = (text: string): string => {
	// A spreadsheet would run a text that begins like a formula.
	const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** An answer as a file: the names of the API in its head, its values below. */
export const csvOf = (
	{ metrics, dimensions }: Answered["question"],
	{ rows }: QuestionAnswer,
): string =>
	[
		[...dimensions, ...metrics].map(quoted),
		...rows.map((row) => [
			...row.dimensions.map(quoted),
			...row.metrics.map((value) => (value === null ? "" : String(value))),
		]),
	]
		.map((cells) => `${cells.join(",")}\r\n`)
		.join("");
