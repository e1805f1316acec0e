import { type Bucket, MAX_SERIES_ROWS, tooManyBuckets } from "../query/bucket.ts";
import type { QuerySql } from "../query/report-query.ts";
import { type RunSql, TooManyRowsError } from "./run-sql.ts";

interface SeriesStatement {
	/** Without limits and settings. */
	text: string;
	bucket: Bucket;
	/** Most rows that one bucket may have in the answer; 1 unless given. */
	rowsPerBucket?: number;
	/** Most rows of the statement, where it has fewer than the answer that is made of them. */
	maxRows?: number;
	/** Where the text reads from; `events` unless given. */
	table?: "events" | "bots";
	/** Settings beside the limits. */
	settings?: string;
}

/**
 * The rows of a series. Where the range is open, or buckets without events are left out, their number is not known
 * before: the engine stops when there are too many.
 * @throws ApiError that names a bucket that fits, when there are more rows than an answer may have
 */
export const runSeries = async <Row>(
	runSql: RunSql,
	{ inRange, parameters }: QuerySql,
	statement: SeriesStatement,
): Promise<Row[]> => {
	const { text, bucket, rowsPerBucket = 1, maxRows = MAX_SERIES_ROWS } = statement;
	const { table = "events", settings } = statement;
	try {
		return await runSql<Row>(text, parameters, { maxRows, settings });
	} catch (error) {
		if (!(error instanceof TooManyRowsError)) throw error;
		const [extent] = await runSql<{ first: number; last: number }>(
			`
  SELECT toUnixTimestamp64Milli(min(timestamp)) AS first, toUnixTimestamp64Milli(max(timestamp)) AS last
  FROM ${table}
  WHERE ${inRange}`,
			parameters,
		);
		if (!extent) throw new Error("The store answered an aggregate without a row");
		throw tooManyBuckets(bucket, extent.last - extent.first, rowsPerBucket);
	}
};

/**
 * Rows of a series with one for every bucket of the range, in order of time. Without known buckets, because
 * the range is open, the rows stay as they are.
 */
export const withoutGaps = <Row extends { time: string }>(
	rows: readonly Row[],
	times: readonly string[] | undefined,
	nothingAt: (time: string) => Row,
): Row[] => {
	if (times === undefined) return [...rows];
	const found = new Map(rows.map((row) => [row.time, row]));
	const filled = times.map((time) => found.get(time) ?? nothingAt(time));
	const known = new Set(times);
	// The store's table of time zones may be another year's than ours: no row is lost over that.
	const unexpected = rows.filter(({ time }) => !known.has(time));
	if (unexpected.length === 0) return filled;
	return [...filled, ...unexpected].sort((one, other) => (one.time < other.time ? -1 : 1));
};
