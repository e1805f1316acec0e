import { refusedParameters } from "@footfall/shared/api-error";
import { z } from "zod";
import { bucketOf, bucketParameter } from "../query/bucket.ts";
import { ComparedRange, comparisonParameters } from "../query/comparison.ts";
import { pageOf, pageParameters } from "../query/page.ts";
import {
	dimensionParameter,
	oneOf,
	textParameter,
	wholeNumberParameter,
} from "../query/parameters.ts";
import { countedRows, type QuerySql, toSql } from "../query/report-query.ts";
import { VITALS } from "../report/attributes.ts";
import { compared, comparedRow, comparedSeries } from "../report/compared.ts";
import { count, fields, report } from "../report/report.ts";
import { pageOfRows, rowPage } from "../report/rows.ts";
import { runSeries } from "../report/series.ts";
import {
	type Ratings,
	ratingColumns,
	ratingFields,
	ratingNames,
	ratingOrder,
	ratingsParameter,
	unrated,
	withRatings,
} from "./ratings.ts";

/** The percentiles of the web vitals. */
export const LEVELS = { p50: 0.5, p75: 0.75, p90: 0.9, p99: 0.99 } as const;
type Level = keyof typeof LEVELS;
type Percentiles = Record<`${(typeof VITALS)[number]}_${Level}`, number | null>;
type Averages = Record<`${(typeof VITALS)[number]}_avg`, number | null>;

const percentileNames = VITALS.flatMap((vital) =>
	(Object.keys(LEVELS) as Level[]).map((level) => `${vital}_${level}` as const),
);
const averageNames = VITALS.map((vital) => `${vital}_avg` as const);

const numbersOrNull = <Name extends string>(names: readonly Name[]) =>
	fields(names, () => z.number().nullable());

/** Exact percentiles, between two measurements by linear interpolation; NULL where nothing was measured. */
const percentiles = VITALS.flatMap((vital) =>
	Object.entries(LEVELS).map(([level, share]) => ({
		name: `${vital}_${level}`,
		sql: `if(count(${vital}) = 0, NULL, quantileExactInclusive(${share})(${vital}))`,
	})),
);
const percentileColumns = percentiles.map(({ name, sql }) => `${sql} AS ${name}`).join(",\n    ");
const averageColumns = VITALS.map((vital) => `avg(${vital}) AS ${vital}_avg`).join(",\n      ");

const rows = (querySql: QuerySql) => `${countedRows(querySql)}
    AND type = 'performance'`;

const VitalsFigures = z
	.object({
		...numbersOrNull(percentileNames),
		total_performance_events: count(),
		...ratingFields,
	})
	.meta({ component: "VitalsFigures" });
type VitalsFigures = Percentiles & Ratings & { total_performance_events: number };

export const performanceOverview = report({
	path: "/performance/overview",
	summary: "Percentiles of the web vitals",
	description:
		"LCP, INP, FCP and TTFB in milliseconds, CLS without unit; null without a measurement. Needs the site's `webVitals`.",
	tag: "Performance",
	extra: { ...ratingsParameter, ...comparisonParameters },
	response: z.object({
		data: VitalsFigures.extend({ previous: VitalsFigures.optional() }).meta({
			component: "VitalsOverview",
		}),
		comparison: ComparedRange.optional(),
	}),
	answer: async (context) => {
		const { answer, comparison, previous } = await compared(
			context,
			async ({ runSql, site, query, given }) => {
				const querySql = toSql(site.siteId, query);
				const [data] = await runSql<VitalsFigures>(
					`
  SELECT
    ${percentileColumns},
    count() AS total_performance_events${ratingColumns(given)}
  FROM events
  WHERE ${rows(querySql)}`,
					querySql.parameters,
				);
				if (!data) throw new Error("The store returned no row for an aggregate");
				return withRatings(data);
			},
		);
		if (!comparison || !previous) return { data: answer };
		return { data: { ...answer, previous }, comparison: comparison.range };
	},
});

const VitalsPoint = z
	.object({
		time: z.string(),
		event_count: count(),
		...numbersOrNull(percentileNames),
		...ratingFields,
	})
	.meta({ component: "VitalsPoint" });
const unmeasured = Object.fromEntries(percentileNames.map((name) => [name, null])) as Percentiles;

export const performanceTimeSeries = report({
	path: "/performance/time-series",
	summary: "Percentiles of the web vitals over time",
	description: "The same for each bucket, to see the effect of a release.",
	tag: "Performance",
	extra: { bucket: bucketParameter("hour"), ...ratingsParameter, ...comparisonParameters },
	response: z.object({
		data: z.array(comparedRow(VitalsPoint)),
		comparison: ComparedRange.optional(),
	}),
	answer: async (context) => {
		const { site, given } = context;
		const bucket = bucketOf(given.bucket, "hour");
		return comparedSeries(context, bucket, async (asked) => {
			const querySql = toSql(site.siteId, asked.query);
			const points = await runSeries<z.infer<typeof VitalsPoint>>(asked, querySql, {
				bucket,
				text: (startOf) => `
  SELECT
    ${startOf("timestamp")} AS time,
    count() AS event_count,
    ${percentileColumns}${ratingColumns(given)}
  FROM events
  WHERE ${rows(querySql)}
  GROUP BY time
  ORDER BY time`,
				emptyAt: (time) => ({ time, event_count: 0, ...unmeasured, ...unrated(given) }),
			});
			return points.map(withRatings);
		});
	},
});

const DIMENSIONS = [
	"pathname",
	"country",
	"device_type",
	"browser",
	"operating_system",
	"region",
] as const;
type Dimension = (typeof DIMENSIONS)[number];
const SORTABLE = ["event_count", ...averageNames, ...percentileNames] as const;

/** @throws ApiError for anything but a whole number */
const leastOf = (text = "0"): number => {
	if (!/^\d{1,9}$/.test(text))
		throw refusedParameters("Invalid min_events", "min_events: a whole number from 0");
	return Number(text);
};

type DimensionRow = Percentiles &
	Ratings &
	Averages & { dimension_value: string; event_count: number; total_rows: number };

/**
 * The columns that sort the values of a page, each with a comma before it: percentiles of all
 * values would take too long.
 */
const sortedBy = (sortBy: string, shares: string): string => {
	const percentile = percentiles.find(({ name }) => name === sortBy);
	if (percentile) return `,\n        ${percentile.sql} AS ${sortBy}`;
	return sortBy === "event_count" ? "" : `,\n        ${averageColumns}${shares}`;
};

/** All figures of only the values of a page. */
const byDimensionText = (
	querySql: QuerySql,
	dimension: Dimension,
	{ order, sorted, shares, least }: Record<"order" | "sorted" | "shares" | "least", string>,
) => `
  SELECT
    dimension_value,
    count() AS event_count,
    ${averageColumns},
    ${percentileColumns}${shares},
    any(all_values) AS total_rows
  FROM events
  INNER JOIN (
    SELECT dimension_value, count() OVER () AS all_values
    FROM (
      SELECT toString(${dimension}) AS dimension_value, count() AS event_count${sorted}
      FROM events
      WHERE ${rows(querySql)}
      GROUP BY dimension_value
      HAVING dimension_value != '' AND event_count >= ${least}
    )
    ORDER BY ${order} NULLS LAST, dimension_value
    LIMIT {limit:UInt32} OFFSET {offset:UInt32}
  ) AS shown ON toString(events.${dimension}) = shown.dimension_value
  WHERE ${rows(querySql)}
  GROUP BY dimension_value
  ORDER BY ${order} NULLS LAST, dimension_value`;

export const performanceByDimension = report({
	path: "/performance/by-dimension",
	summary: "Web vitals by dimension",
	description: "To find slow pages, devices or countries; milliseconds, CLS without unit.",
	tag: "Performance",
	extra: {
		dimension: dimensionParameter(`One of ${DIMENSIONS.join(", ")}. Required`),
		sort_by: textParameter(
			"`event_count` or any measured field; with `ratings=true` also a share, such as `lcp_poor`",
		),
		sort_order: textParameter("`desc` (default) or `asc`"),
		min_events: wholeNumberParameter(
			"Leaves out values with fewer measured events, whose percentiles mean little",
		),
		...ratingsParameter,
		...pageParameters(100),
	},
	response: z.object({
		data: rowPage(
			z
				.object({
					...fields(DIMENSIONS, () => z.string().optional()),
					event_count: count(),
					...numbersOrNull(averageNames),
					...numbersOrNull(percentileNames),
					...ratingFields,
				})
				.meta({ component: "VitalsRow" }),
		),
	}),
	answer: async ({ runSql, site, query, given }) => {
		const dimension = oneOf("dimension", given.dimension, DIMENSIONS);
		const shares = ratingColumns(given);
		const sortable = shares === "" ? SORTABLE : [...SORTABLE, ...ratingNames];
		const sortBy = oneOf("sort_by", given.sort_by, sortable, "event_count");
		const direction = oneOf("sort_order", given.sort_order, ["asc", "desc"], "desc");
		const querySql = toSql(site.siteId, query);
		const order = `${ratingOrder(sortBy) ?? sortBy} ${direction}`;
		const least = querySql.bind(leastOf(given.min_events), "UInt32");
		const sorted = sortedBy(sortBy, shares);
		const text = byDimensionText(querySql, dimension, { order, sorted, shares, least });
		const found = await pageOfRows(pageOf(given, 100), (limit, offset) =>
			runSql<DimensionRow>(text, { ...querySql.parameters, limit, offset }),
		);
		const data = found.rows.map(({ dimension_value, total_rows, ...row }) => ({
			[dimension]: dimension_value,
			...withRatings(row),
		}));
		return { data: { data, totalCount: found.totalCount } };
	},
});
