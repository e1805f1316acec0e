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
	/** The row of a bucket without any. Without it, such buckets are left out. */
	emptyAt?: (time: string) => Row;
	/** Most rows that one bucket may have in the answer; 1 unless given. */
	rowsPerBucket?: number;
	/** Most rows of the statement, where it has fewer than the answer that is made of them. */
	maxRows?: number;
	/** Where the text reads from; `events` unless given. */
	table?: "events" | "bots";
	/** Settings beside the limits. */
	settings?: string;
}

/** Rows of a series with one for every bucket of the range, in order of time. */
const withoutGaps = <Row extends { time: string }>(
	rows: readonly Row[],
	times: readonly string[],
	emptyAt: (time: string) => Row,
): Row[] => {
	const found = new Map(rows.map((row) => [row.time, row]));
	const filled = times.map((time) => found.get(time) ?? emptyAt(time));
	const known = new Set(times);
	// The store's table of time zones may be another year's than ours: no row is lost over that.
	const unexpected = rows.filter(({ time }) => !known.has(time));
	if (unexpected.length === 0) return filled;
	return [...filled, ...unexpected].sort((one, other) => (one.time < other.time ? -1 : 1));
};

/**
 * The rows of a series, in order of time. Where the range is open, or buckets without events are left out, their number is
 * not known before: the engine stops when there are too many.
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
		if (!extent) throw new Error("The store answered an aggregate without a row");
		throw tooManyBuckets(bucket, extent.last - extent.first, rowsPerBucket);
	}
};
