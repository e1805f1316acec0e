import type { Parameters } from "../query/binding.ts";
import { bucketSql } from "../query/bucket.ts";
import type { ReportQuery } from "../query/report-query.ts";
import type { ReportContext } from "../report/report.ts";
import { openSource, runOverAll, type Source } from "../source/source.ts";
import type { ChangedMetric } from "./changed-metric.ts";
import { NO_UNITS, type Pair, type PairRow, pairOf } from "./sums.ts";
import type { Keep } from "./units.ts";

type OfSite = Pick<ReportContext, "runSql" | "site">;

/** Both periods of a change, opened once for all statements. */
export interface Periods {
	runSql: ReportContext["runSql"];
	metric: ChangedMetric;
	/** By their places in the values of units. */
	dimensions: readonly string[];
	/** Only one of this many sessions or people is read where segments are looked for; 1 for all. */
	every: number;
	from: ReportQuery;
	to: ReportQuery;
	sources: Sources;
}

/**
 * Both periods as one where one follows the other, because most of the time of a statement is spent on its text, or each on
 * its own.
 */
type Sources =
	| { kind: "joint"; source: Source; query: ReportQuery }
	| { kind: "apart"; from: Source; to: Source };

/** In front of the names of the former period's parameters. */
const BEFORE = "before_";

/** Parameters that both parts of a statement refer to, each by its own names. */
const forBoth = (given: Parameters): Parameters => ({
	...given,
	...Object.fromEntries(Object.entries(given).map(([name, value]) => [`${BEFORE}${name}`, value])),
});

const openSources = async (
	context: OfSite,
	metric: ChangedMetric,
	{ from, to }: { from: ReportQuery; to: ReportQuery },
): Promise<Sources> => {
	if (!metric.isPerPeriod && from.period.to !== undefined && from.period.to === to.period.from) {
		const query = { ...to, period: { ...to.period, from: from.period.from } };
		return { kind: "joint", source: await openSource({ ...context, query }), query };
	}
	const [before, after] = await Promise.all([
		openSource({ ...context, query: from }),
		openSource({ ...context, query: to }),
	]);
	return { kind: "apart", from: before, to: after };
};

/** Opens both periods. */
export const openPeriods = async (
	context: OfSite,
	metric: ChangedMetric,
	queries: { from: ReportQuery; to: ReportQuery },
): Promise<Periods> => {
	const sources = await openSources(context, metric, queries);
	return {
		runSql: context.runSql,
		metric,
		dimensions: metric.dimensions(sources.kind === "joint" ? sources.source : sources.to),
		every: 1,
		...queries,
		sources,
	};
};

/** SQL over units of both periods: whether one belongs to the former. */
const IS_BEFORE = "units.at < fromUnixTimestamp64Milli({boundary:Int64}, 'UTC')";

const SQUARE = "toFloat64(units.n) * units.n";
const SUMS = `sum(units.n) AS n, sum(units.d) AS d, sum(${SQUARE}) AS n2`;
const SUMS_OF_BOTH = [
	`sumIf(units.n, ${IS_BEFORE}) AS from_n, sumIf(units.d, ${IS_BEFORE}) AS from_d, sumIf(${SQUARE}, ${IS_BEFORE}) AS from_n2`,
	`sumIf(units.n, NOT ${IS_BEFORE}) AS to_n, sumIf(units.d, NOT ${IS_BEFORE}) AS to_d, sumIf(${SQUARE}, NOT ${IS_BEFORE}) AS to_n2`,
].join(", ");

/**
 * Runs a statement over the sums of both periods.
 * @param textOf the groups of units: `keys`, and these sums of `units`, which have `n`, `d` and `at`
 * @param join the statement, given SQL for the groups of both with columns as in `PairRow`
 */
const runPairs = <Row>(
	{ runSql, sources, to }: Periods,
	{
		keys,
		textOf,
		join,
		more,
	}: {
		keys: readonly string[];
		textOf(source: Source, sums: string): string;
		join(groups: string): string;
		more: Parameters;
	},
): Promise<Row[]> => {
	if (sources.kind === "joint")
		return sources.source.run<Row>((source) => join(textOf(source, SUMS_OF_BOTH)), {
			...more,
			boundary: to.period.from ?? 0,
		});
	const select = (text: string, period: "from" | "to") => {
		const columns = (["from", "to"] as const).flatMap((one) =>
			["n", "d", "n2"].map((name) => `${one === period ? name : "0"} AS ${one}_${name}`),
		);
		return `
    SELECT ${[...keys, ...columns].join(", ")}
    FROM (${text})`;
	};
	return runOverAll<Row>(
		runSql,
		[
			{ source: sources.from, textOf: (source) => textOf(source, SUMS), prefix: BEFORE },
			{ source: sources.to, textOf: (source) => textOf(source, SUMS), prefix: "" },
		],
		{
			join: ([before = "", after = ""]) => {
				const sums = (["from", "to"] as const).flatMap((one) =>
					["n", "d", "n2"].map((name) => `sum(part.${one}_${name}) AS ${one}_${name}`),
				);
				return join(`
    SELECT ${[...keys, ...sums].join(", ")}
    FROM (${select(before, "from")}
    UNION ALL${select(after, "to")}) AS part
    GROUP BY ${keys.join(", ")}`);
			},
			more: forBoth(more),
		},
	);
};

/** More are not read to find out which segments may explain a change: what stands out does so among these. */
const MOST_UNITS = 60_000;

/** The periods with as many of their units as are read to look for segments. */
export const sampled = (periods: Periods, { from, to }: Pair): Periods => ({
	...periods,
	every: Math.max(1, Math.ceil((from.d + to.d) / MOST_UNITS)),
});

/** By a hash, so that the same ones are read each time. */
const keepOf = ({ every }: Periods): Keep | undefined =>
	every === 1 ? undefined : (id) => `cityHash64(${id}) % {every:UInt32} = 0`;

/** A value of a dimension with its sums; of all units where the dimension is undefined. */
export interface ValueSums {
	dimension: string | undefined;
	value: string;
	sums: Pair;
}

/** The most values of each dimension that are looked at. */
const MOST_VALUES = 12;

/** How far a value departs from its expected share, in relation to what varies by chance. */
const DEPARTURE = {
	count: `pow(to_n - from_n * if(all_from = 0, 0, all_to / all_from), 2) / (abs(from_n) + abs(to_n) + 1)`,
	rate: `abs(
      if(all_to_d = 0, 0, (to_n - to_d * mean) / all_to_d) - if(all_from_d = 0, 0, (from_n - from_d * mean) / all_from_d)
      - (if(all_to_d = 0, 0, to_d / all_to_d) + if(all_from_d = 0, 0, from_d / all_from_d)) / 2 * gain)`,
};

/** The sums of all units. One statement. */
export const wholeOf = async (periods: Periods): Promise<Pair> => {
	const { metric } = periods;
	const [row] = await runPairs<PairRow>(periods, {
		keys: ["span"],
		textOf: (source, sums) => {
			const own = sums === SUMS ? metric.spans?.(source, () => "1") : undefined;
			return (
				own ??
				`
    SELECT 1 AS span, ${sums}
    FROM (${metric.units(source, [])}) AS units
    GROUP BY span`
			);
		},
		join: (groups) => `
  SELECT from_n, from_d, from_n2, to_n, to_d, to_n2
  FROM (${groups})`,
		more: {},
	});
	return row ? pairOf(row) : NO_UNITS;
};

/**
 * The sums of all units, and those of the values of each dimension that depart most, among those that are read. One
 * statement.
 */
export const valueSumsOf = async (periods: Periods): Promise<ValueSums[]> => {
	const { metric, dimensions } = periods;
	const all = (name: string) => `max(if(dimension = 1, ${name}, NULL)) OVER ()`;
	const rows = await runPairs<PairRow & { dimension: number; value: string }>(periods, {
		keys: ["dimension", "value"],
		textOf: (source, sums) => `
    SELECT dimension, value, ${sums}
    FROM (
      SELECT n, d, at, arrayPushFront(values, '') AS all_values
      FROM (${metric.units(source, dimensions, keepOf(periods))})) AS units
    ARRAY JOIN all_values AS value, arrayEnumerate(all_values) AS dimension
    GROUP BY dimension, value`,
		join: (groups) => `
  SELECT dimension, value, from_n, from_d, from_n2, to_n, to_d, to_n2
  FROM (
    SELECT *, if(all_to_d = 0, 0, all_to / all_to_d) - if(all_from_d = 0, 0, all_from / all_from_d) AS gain,
      (if(all_to_d = 0, 0, all_to / all_to_d) + if(all_from_d = 0, 0, all_from / all_from_d)) / 2 AS mean
    FROM (
      SELECT *, ${all("from_n")} AS all_from, ${all("to_n")} AS all_to,
        ${all("from_d")} AS all_from_d, ${all("to_d")} AS all_to_d
      FROM (${groups})))
  WHERE dimension = 1 OR value != ''
  ORDER BY dimension, ${DEPARTURE[metric.isRate ? "rate" : "count"]} DESC, value
  LIMIT {most_values:UInt32} BY dimension`,
		more: { most_values: MOST_VALUES, every: periods.every },
	});
	return rows.map(({ dimension, value, ...row }) => ({
		dimension: dimensions[dimension - 2],
		value,
		sums: pairOf(row),
	}));
};

/** A value of a dimension. */
export interface DimensionValue {
	dimension: string;
	value: string;
}

/** Units that have the same ones of some values: `has` are their places. */
export interface Combination {
	has: readonly number[];
	sums: Pair;
}

/** More values would need wider numbers. */
export const MOST_CANDIDATES = 48;
const MOST_COMBINATIONS = 20_000;

const bitsOf = (number: number, first: number) => {
	const found: number[] = [];
	for (let rest = number, bit = first; rest > 0; rest = Math.floor(rest / 2), bit++)
		if (rest % 2 === 1) found.push(bit);
	return found;
};

const placesOf = (dimensions: readonly string[], values: readonly DimensionValue[]) =>
	values.map(({ dimension }) => dimensions.indexOf(dimension) + 1);

/** The sums of units, of those that are read, by which of some values they have. One statement; the rarest combinations may be missing. */
export const combinationsOf = async (
	periods: Periods,
	values: readonly DimensionValue[],
): Promise<Combination[]> => {
	const { metric, dimensions } = periods;
	// By value: a loop over candidates would have the engine repeat all values of a unit for each.
	const bits = values.map((_, place) => 2 ** place);
	const rows = await runPairs<PairRow & { low: number; high: number }>(periods, {
		keys: ["mask"],
		textOf: (source, sums) => `
    SELECT mask, ${sums}
    FROM (
      SELECT n, d, at, arraySum(arrayMap((value, place) -> transform(concat(toString(place), ' ', value),
        {candidates:Array(String)}, {bits:Array(UInt64)}, toUInt64(0)), values, arrayEnumerate(values))) AS mask
      FROM (${metric.units(source, dimensions, keepOf(periods))})) AS units
    GROUP BY mask`,
		join: (groups) => `
  SELECT toUInt32(bitAnd(mask, 4294967295)) AS low, toUInt32(bitShiftRight(mask, 32)) AS high,
    from_n, from_d, from_n2, to_n, to_d, to_n2
  FROM (${groups})
  ORDER BY from_d + to_d DESC, mask
  LIMIT {most_combinations:UInt32}`,
		more: {
			most_combinations: MOST_COMBINATIONS,
			every: periods.every,
			candidates: values.map(
				({ dimension, value }) => `${dimensions.indexOf(dimension) + 1} ${value}`,
			),
			bits,
		},
	});
	return rows.map(({ low, high, ...row }) => ({
		has: [...bitsOf(low, 0), ...bitsOf(high, 32)],
		sums: pairOf(row),
	}));
};

/** The sums of a bucket in one of the periods. */
export interface BucketSums {
	/** 0 for what is in no segment, else the segment's place from 1. */
	segment: number;
	/** The bucket's start on the wall clock, as `YYYY-MM-DD HH:MM:SS`. */
	time: string;
	period: "from" | "to";
	n: number;
	d: number;
}

/**
 * The sums of segments by time, of all units: each belongs to the first segment that it matches.
 * @param segments each of one value or two
 */
export const seriesOf = async (
	periods: Periods,
	segments: readonly (readonly DimensionValue[])[],
	bucket: "hour" | "day",
): Promise<BucketSums[]> => {
	const { runSql, metric, sources, from, to } = periods;
	const dimensions = [...new Set(segments.flat().map(({ dimension }) => dimension))];
	const first = segments.flatMap(([one]) => one ?? []);
	const second = segments.flatMap(([one, other]) => other ?? one ?? []);
	const select = (period: string, query: ReportQuery) => (source: Source) => {
		const { parameters } = source.querySql;
		return `
    SELECT segment, toString(${bucketSql(bucket, query.period, parameters)("at")}) AS time, ${period} AS period,
      sum(units.n) AS n, sum(units.d) AS d
    FROM (
      SELECT n, d, at, arrayFirstIndex((place, value, other_place, other) ->
        values[place] = value AND values[other_place] = other,
        {places:Array(UInt32)}, {candidates:Array(String)}, {second_places:Array(UInt32)}, {second_values:Array(String)}) AS segment
      FROM (${metric.units(source, dimensions)})) AS units
    GROUP BY segment, time, period`;
	};
	const given = {
		places: placesOf(dimensions, first),
		candidates: first.map(({ value }) => value),
		second_places: placesOf(dimensions, second),
		second_values: second.map(({ value }) => value),
	};
	const join = (texts: readonly string[]) => `
  SELECT * FROM (${texts.join(`
    UNION ALL`)})
  ORDER BY period, segment, time`;
	if (sources.kind === "joint") {
		const ofBoth = select(`if(${IS_BEFORE}, 'from', 'to')`, sources.query);
		return sources.source.run<BucketSums>((source) => join([ofBoth(source)]), {
			...given,
			boundary: to.period.from ?? 0,
		});
	}
	return runOverAll<BucketSums>(
		runSql,
		[
			{ source: sources.from, textOf: select("'from'", from), prefix: BEFORE },
			{ source: sources.to, textOf: select("'to'", to), prefix: "" },
		],
		{ join, more: forBoth(given) },
	);
};
