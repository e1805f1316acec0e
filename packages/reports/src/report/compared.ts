import type { z } from "zod";
import { type Bucket, bucketAt, startsBucket } from "../query/bucket.ts";
import {
	type ComparedRange,
	type Comparison,
	type ComparisonParameters,
	comparisonOf,
} from "../query/comparison.ts";
import type { ReportQuery } from "../query/report-query.ts";
import { componentOf } from "./component.ts";

interface ComparedContext {
	query: ReportQuery;
	given: ComparisonParameters;
	now: number;
}

/** Answers a query, and the same query for the comparison period, if there is one. */
export const compared = async <Context extends ComparedContext, Answer>(
	context: Context,
	answerOf: (context: Context) => Promise<Answer>,
): Promise<{ answer: Answer; comparison?: Comparison; previous?: Answer }> => {
	const comparison = comparisonOf(context.given, context.query, context.now);
	if (!comparison) return { answer: await answerOf(context) };
	const [answer, previous] = await Promise.all([
		answerOf(context),
		answerOf({ ...context, query: comparison.query }),
	]);
	return { answer, comparison, previous };
};

const printed = (wall: number) => new Date(wall).toISOString().slice(0, 19).replace("T", " ");

/**
 * The bucket of the other period for each bucket: that of the moved wall time if all have one, so that hours and days
 * stay aligned across clock changes; else the bucket at the same index. Undefined where the other period has none.
 */
export const counterpartsOf = (
	times: readonly string[],
	previous: readonly string[],
	{ wallBefore, query: { period } }: Comparison,
	bucket: Bucket,
): (string | undefined)[] => {
	const moved =
		wallBefore &&
		times.map((time) => printed(wallBefore(Date.parse(`${time.replace(" ", "T")}Z`))));
	if (!moved?.every((time) => startsBucket(time, bucket, period)))
		return times.map((_, index) => previous[index]);
	const known = new Set(previous);
	return moved.map((time) => (known.has(time) ? time : undefined));
};

/** Pairs each bucket with one of the other period; `previous` is null where that has no such bucket. */
const paired = <Row extends { time: string }>(
	rows: readonly Row[],
	previous: readonly Row[],
	comparison: Comparison,
	bucket: Bucket,
): (Row & { previous: Row | null })[] => {
	const timesOf = (some: readonly Row[]) => some.map(({ time }) => time);
	const counterparts = counterpartsOf(timesOf(rows), timesOf(previous), comparison, bucket);
	const byTime = new Map(previous.map((row) => [row.time, row]));
	return rows.map((row, index) => ({
		...row,
		previous: byTime.get(counterparts[index] ?? "") ?? null,
	}));
};

/**
 * The last bucket of a comparison that stops at the same time of day, until its own end.
 * @returns undefined for one that is whole already, or that is not over yet
 */
const wholeBucketOf = (
	{ isCut, query }: Comparison,
	bucket: Bucket,
	now: number,
): ReportQuery | undefined => {
	const { period } = query;
	const { from = 0, to = 0 } = period;
	if (!isCut || to <= from) return undefined;
	const whole = bucketAt(to - 1, bucket, period);
	if (whole.to <= to || whole.to > now) return undefined;
	const wholePeriod = { ...period, from: Math.max(from, whole.from), to: whole.to };
	return { ...query, period: wholePeriod };
};

/** A row of a series that may be compared. */
export type ComparedRow<Row> = Row & { previous?: Row | null; previous_whole?: Row };

/** A row of a series that may be compared, with the same row of the other period: of `BotPoint`, a `ComparedBotPoint`. */
export const comparedRow = <Row extends z.ZodObject>(row: Row) =>
	row
		.extend({
			previous: row.nullable().optional(),
			previous_whole: row.optional().meta({
				description:
					"In the other period's last bucket, if that stops at the same time of day: its figures until the bucket's own end",
			}),
		})
		.meta({ component: `Compared${componentOf(row)}` });

/**
 * Answers a series, each bucket with that of the comparison period, if there is one.
 * @param rowsIn the series of a query; with a comparison it has empty buckets, too
 */
export const comparedSeries = async <Context extends ComparedContext, Row extends { time: string }>(
	context: Context,
	bucket: Bucket,
	rowsIn: (context: Context) => Promise<Row[]>,
): Promise<{ data: ComparedRow<Row>[]; comparison?: z.infer<typeof ComparedRange> }> => {
	const { given, query, now } = context;
	const comparison = comparisonOf(given, query, now);
	if (!comparison) return { data: await rowsIn(context) };
	const whole = wholeBucketOf(comparison, bucket, now);
	const [rows, previous, [wholeRow]] = await Promise.all([
		rowsIn(context),
		rowsIn({ ...context, query: comparison.query }),
		whole ? rowsIn({ ...context, query: whole }) : [],
	]);
	const data = paired(rows, previous, comparison, bucket).map((row) =>
		wholeRow && row.previous?.time === wholeRow.time ? { ...row, previous_whole: wholeRow } : row,
	);
	return { data, comparison: comparison.range };
};
