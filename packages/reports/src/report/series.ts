import {
	type Bucket,
	bucketSql,
	bucketsOf,
	MAX_SERIES_ROWS,
	type OfInstant,
	tooManyBuckets,
} from "../query/bucket.ts";
import type { QuerySql } from "../query/report-query.ts";
import type { ReportContext } from "./report.ts";
import { TooManyRowsError } from "./run-sql.ts";

interface Series<Row> {
	bucket: Bucket;
	/** The statement, given SQL for the start of an instant's bucket. */
	text(startOf: OfInstant): string;
	/** The row of an empty bucket. Without it, empty buckets are omitted. */
	emptyAt?: (time: string) => Row;
	/** Maximum number of rows that one bucket may have in the answer; 1 by default. */
	rowsPerBucket?: number;
	/** Maximum number of rows of the statement, if it has fewer than the answer that is computed from them. */
	maxRows?: number;
	/** The table that the text reads from; `events` by default. */
	table?: "events" | "bots";
	/** Settings beside the limits. */
	settings?: string;
}

/** Rows of a series with one for every bucket of the range, in chronological order. */
export const withoutGaps = <Row extends { time: string }>(
	rows: readonly Row[],
	times: readonly string[],
	emptyAt: (time: string) => Row,
): Row[] => {
	const found = new Map(rows.map((row) => [row.time, row]));
	const filled = times.map((time) => found.get(time) ?? emptyAt(time));
	const known = new Set(times);
	// The store's time zone table may be of another year than ours: no row is dropped because of that.
	const unexpected = rows.filter(({ time }) => !known.has(time));
	if (unexpected.length === 0) return filled;
	return [...filled, ...unexpected].sort((one, other) => (one.time < other.time ? -1 : 1));
};

/**
 * The rows of a series, in order of time. If the range is open, or empty buckets are omitted, their number is not
 * known in advance: the engine stops when there are too many.
 * @throws ApiError that names a bucket that fits, when there are more rows than an answer may have
 */
export const runSeries = async <Row extends { time: string }>(
	{ runSql, query: { period } }: Pick<ReportContext, "runSql" | "query">,
	{ inRange, parameters }: QuerySql,
	series: Series<Row>,
): Promise<Row[]> => {
	const { bucket, text, emptyAt, rowsPerBucket = 1, maxRows = MAX_SERIES_ROWS } = series;
	const { table = "events", settings } = series;
	const times = emptyAt && bucketsOf(period, bucket);
	if (times && times.length > maxRows)
		throw tooManyBuckets(bucket, (period.to ?? 0) - (period.from ?? 0), rowsPerBucket);
	const sql = text(bucketSql(bucket, period, parameters));
	try {
		const rows = await runSql<Row>(sql, parameters, { maxRows, settings });
		return times ? withoutGaps(rows, times, emptyAt) : rows;
	} catch (error) {
		if (!(error instanceof TooManyRowsError)) throw error;
		const [extent] = await runSql<{ first: number; last: number }>(
			`
  SELECT toUnixTimestamp64Milli(min(timestamp)) AS first, toUnixTimestamp64Milli(max(timestamp)) AS last
  FROM ${table}
  WHERE ${inRange}`,
			parameters,
		);
		if (!extent) throw new Error("The store returned no row for an aggregate");
		throw tooManyBuckets(bucket, extent.last - extent.first, rowsPerBucket);
	}
};
