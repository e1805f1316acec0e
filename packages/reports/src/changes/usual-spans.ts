import type { Period } from "../query/period.ts";
import type { ReportQuery } from "../query/report-query.ts";
import { instantAtWall, wallTimeOf } from "../query/time-zone.ts";
import type { ReportContext } from "../report/report.ts";
import { openSource } from "../source/source.ts";
import type { ChangedMetric } from "./changed-metric.ts";
import type { Sums } from "./sums.ts";

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const MOST_SPANS = 8;
/** Longer ago, a site is another one; for a long range it is further back than it is worth reading. */
const MOST_WEEKS = 26;

interface Span {
	from: number;
	to: number;
}

/** The same days of the week and hours as a period in the weeks before it, the latest first. */
export const spansBefore = ({ from = 0, to = 0, timeZone }: Period): Span[] => {
	const [start, end] = [wallTimeOf(from, timeZone), wallTimeOf(to, timeZone)];
	const weeks = Math.max(1, Math.ceil((end - start) / WEEK_MS));
	const spans: Span[] = [];
	for (let nth = 1; nth <= MOST_SPANS && nth * weeks <= MOST_WEEKS; nth++) {
		const at = (wall: number) => instantAtWall(wall - nth * weeks * WEEK_MS, timeZone);
		const span = { from: at(start), to: at(end) };
		if (span.from <= 0) break;
		spans.push(span);
	}
	return spans;
};

const overlaps = (span: Span, { from = 0, to = 0 }: Period) => span.from < to && span.to > from;

/** Before the first act of a site there is nothing to compare with, and its first days may be a part of a span only. */
const sinceFirst = (sums: readonly (Sums | undefined)[]): Sums[] => {
	const oldest = sums.findLastIndex((one) => one !== undefined);
	const isPartial = oldest >= 0 && oldest < sums.length - 1;
	const known = sums.slice(0, isPartial ? oldest : oldest + 1);
	return known.map((one) => one ?? { n: 0, d: 0, n2: 0 });
};

/** The sums of a metric in the weeks before a period, other than the period that it is compared with. One statement. */
export const usualSums = async (
	context: Pick<ReportContext, "runSql" | "site">,
	metric: ChangedMetric,
	{ query, other }: { query: ReportQuery; other: Period },
): Promise<Sums[]> => {
	const spans = spansBefore(query.period).filter((span) => !overlaps(span, other));
	const [latest, oldest] = [spans[0], spans.at(-1)];
	if (!latest || !oldest) return [];
	const period = { ...query.period, from: oldest.from, to: latest.to };
	const source = await openSource({ ...context, query: { ...query, period } });
	const { bind } = source.querySql;
	const starts = bind(
		spans.map(({ from }) => from),
		"Array(Int64)",
	);
	const ends = bind(
		spans.map(({ to }) => to),
		"Array(Int64)",
	);
	const spanOf = (instant: string) =>
		`toUInt32(arrayFirstIndex((first, last) -> toUnixTimestamp64Milli(${instant}) >= first AND toUnixTimestamp64Milli(${instant}) < last, ${starts}, ${ends}))`;
	const rows = await source.run<Sums & { span: number }>((one) => {
		const groups =
			metric.spans?.(one, spanOf) ??
			`
    SELECT ${spanOf("at")} AS span, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (${metric.units(one, [])}) AS units
    GROUP BY span`;
		return `
  SELECT span, n, d, n2
  FROM (${groups})
  WHERE span > 0
  ORDER BY span`;
	});
	const bySpan = new Map(rows.map(({ span, n, d, n2 }) => [span, { n, d, n2 }]));
	return sinceFirst(spans.map((_, place) => bySpan.get(place + 1)));
};
