import { refusedParameters } from "@footfall/shared/api-error";
import type { Parameters } from "../query/binding.ts";
import { type Bucket, bucketsOf, MAX_SERIES_ROWS } from "../query/bucket.ts";
import type { Comparison } from "../query/comparison.ts";
import type { ReportQuery } from "../query/report-query.ts";
import { counterpartsOf } from "../report/compared.ts";
import { pageOfRows } from "../report/rows.ts";
import { withoutGaps } from "../report/series.ts";
import {
	type AnsweredRow,
	type Asked,
	type Figure,
	isAmount,
	orderText,
	pageText,
	rowOf,
	type StoredRow,
} from "./groups.ts";
import { keyNames } from "./part.ts";
import type { Groups, Place } from "./place.ts";

interface FoundRows {
	rows: AnsweredRow[];
	totalRows: number;
}

interface Periods {
	query: ReportQuery;
	comparison: Comparison | undefined;
}

const NO_LIMIT = { row_limit: MAX_SERIES_ROWS + 1, row_offset: 0 };

/** The only key, if the answer has a row for each of its buckets. */
const seriesKeyOf = ({ keys, order, isPaged }: Asked) => {
	const [key, ...others] = keys;
	const isSeries = others.length === 0 && order.length === 0 && !isPaged;
	return isSeries && key?.kind === "time" ? key.bucket : undefined;
};

/** All buckets of a range, empty ones included if the range has both ends. */
const seriesIn = async (place: Place, asked: Asked, groups: Groups, bucket: Bucket) => {
	const times = bucketsOf(groups.query.period, bucket);
	const rows = await place.run(asked, [groups], {
		join: ([text = ""]) => pageText(asked, text),
		more: NO_LIMIT,
	});
	if (rows.length > MAX_SERIES_ROWS)
		throw refusedParameters(
			`A series has at most ${MAX_SERIES_ROWS} rows, and this one has more: use a longer bucket, or a shorter range`,
		);
	const found = rows.map((row) => ({
		time: String(row["k0"]),
		...rowOf(row, asked),
	}));
	const nothing = asked.metrics.map((metric) =>
		isAmount(metric) ? "0" : metric.isMeasured ? null : 0,
	);
	return times
		? withoutGaps(found, times, (time): (typeof found)[number] => ({
				...{ time, dimensions: [time], metrics: nothing },
			}))
		: found;
};

const comparedSeriesOf = async (
	place: Place,
	asked: Asked,
	{ bucket, query, comparison }: Periods & { bucket: Bucket },
): Promise<FoundRows> => {
	const { past, otherPast } = asked;
	const [own, other] = await Promise.all([
		seriesIn(place, asked, { query, past }, bucket),
		comparison && seriesIn(place, asked, { query: comparison.query, past: otherPast }, bucket),
	]);
	const timesOf = (some: typeof own) => some.map(({ time }) => time);
	const counterparts =
		comparison && other && counterpartsOf(timesOf(own), timesOf(other), comparison, bucket);
	const before = new Map(other?.map(({ time, metrics }) => [time, metrics]));
	const rows = own.map(({ time: _, ...row }, index) => {
		const counterpart = counterparts?.[index];
		return {
			...row,
			...(counterparts && { previous: before.get(counterpart ?? "") ?? null }),
			...(counterpart !== undefined && { previous_time: counterpart }),
		};
	});
	return { rows, totalRows: rows.length };
};

/** SQL that names the times of the other period by those of the range. */
const movedKeys = (
	{ keys }: Asked,
	[own, other]: readonly [ReportQuery, ReportQuery],
	comparison: Comparison,
	parameters: Parameters,
): string[] =>
	keys.map((key, place) => {
		const { bucket } = key as { bucket?: Bucket };
		if (bucket === undefined) return `k${place}`;
		const times = bucketsOf(own.period, bucket) ?? [];
		const counterparts = counterpartsOf(
			times,
			bucketsOf(other.period, bucket) ?? [],
			comparison,
			bucket,
		);
		const known = times.flatMap((time, index) => {
			const before = counterparts[index];
			return before === undefined ? [] : [{ time, before }];
		});
		parameters[`before_${place}`] = known.map(({ before }) => before);
		parameters[`after_${place}`] = known.map(({ time }) => time);
		return `transform(k${place}, {before_${place}:Array(String)}, {after_${place}:Array(String)}, '') AS k${place}`;
	});

/** A page of groups beside the same groups of another period. */
const comparedPageOf = async (
	place: Place,
	asked: Asked,
	{ query, comparison }: { query: ReportQuery; comparison: Comparison },
): Promise<FoundRows> => {
	const more: Parameters = {};
	const moved = movedKeys(asked, [query, comparison.query], comparison, more);
	const names = keyNames(asked.keys);
	const figures = asked.metrics.map((_, nth) => `m${nth}`);
	const previous = asked.metrics.map((metric, nth) =>
		isAmount(metric)
			? `toString(other.m${nth}) AS other_m${nth}`
			: `other.m${nth} AS other_m${nth}`,
	);
	const periods: Groups[] = [
		{ query, past: asked.past },
		{ query: comparison.query, past: asked.otherPast },
	];
	const found = await pageOfRows<StoredRow>(asked, (row_limit, row_offset) =>
		place.run(asked, periods, {
			join: ([own = "", other = ""]) => `
  SELECT own.*, ${previous.join(", ")}
  FROM (${pageText(asked, own)}) AS own
  LEFT JOIN (SELECT ${[...moved, ...figures].join(", ")} FROM (${other})) AS other USING (${names.join(", ")})
  ORDER BY ${orderText(asked)}`,
			more: { ...more, row_limit, row_offset },
		}),
	);
	return {
		rows: found.rows.map((row) => ({
			...rowOf(row, asked),
			previous: figures.map((name) => row[`other_${name}`] as Figure),
		})),
		totalRows: found.totalCount,
	};
};

/** The rows of a question, each with its figures in the comparison period, if there is one. */
export const answerRows = async (
	place: Place,
	asked: Asked,
	{ query, comparison }: Periods,
): Promise<FoundRows> => {
	const bucket = seriesKeyOf(asked);
	if (bucket) return comparedSeriesOf(place, asked, { bucket, query, comparison });
	if (comparison && asked.keys.length > 0)
		return comparedPageOf(place, asked, { query, comparison });
	const found = await pageOfRows<StoredRow>(asked, (row_limit, row_offset) =>
		place.run(asked, [{ query, past: asked.past }], {
			join: ([groups = ""]) => pageText(asked, groups),
			more: { row_limit, row_offset },
		}),
	);
	const rows = found.rows.map((row) => rowOf(row, asked));
	if (!comparison) return { rows, totalRows: found.totalCount };
	const before = { ...asked, past: asked.otherPast };
	const other = await answerRows(place, before, {
		query: comparison.query,
		comparison: undefined,
	});
	return {
		rows: rows.map((row) => ({ ...row, previous: other.rows[0]?.metrics ?? null })),
		totalRows: found.totalCount,
	};
};
