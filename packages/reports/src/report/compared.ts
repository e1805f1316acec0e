import { type Bucket, startsBucket } from "../query/bucket.ts";
import { type Comparison, type ComparisonParameters, comparisonOf } from "../query/comparison.ts";
import type { ReportQuery } from "../query/report-query.ts";

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
 * Pairs each bucket with one of the other period: the bucket of the moved wall time if all have one, so that hours
 * and days stay aligned across clock changes; else the bucket at the same index.
 * @returns `previous` is null where the other period has no such bucket
 */
export const comparedSeries = <Row extends { time: string }>(
	rows: readonly Row[],
	previous: readonly Row[],
	{ wallBefore, query: { period } }: Comparison,
	bucket: Bucket,
): (Row & { previous: Row | null })[] => {
	const times =
		wallBefore &&
		rows.map(({ time }) => printed(wallBefore(Date.parse(`${time.replace(" ", "T")}Z`))));
	if (!times?.every((time) => startsBucket(time, bucket, period)))
		return rows.map((row, index) => ({ ...row, previous: previous[index] ?? null }));
	const byTime = new Map(previous.map((row) => [row.time, row]));
	return rows.map((row, index) => ({ ...row, previous: byTime.get(times[index] ?? "") ?? null }));
};
