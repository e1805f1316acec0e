import { z } from "zod";
import { ComparedRange, comparisonParameters } from "../query/comparison.ts";
import { dimensionOf } from "../query/dimensions.ts";
import { pageOf, pageParameters } from "../query/page.ts";
import { oneOf, textParameter } from "../query/parameters.ts";
import { countedRows, toSql } from "../query/report-query.ts";
import { compared } from "../report/compared.ts";
import { count, report } from "../report/report.ts";
import { percentageOf, runPage } from "../report/rows.ts";
import { ERROR_COUNTS, ErrorCounts, MESSAGE, ofErrors, oneErrorParameters } from "./one-error.ts";

const Figures = ErrorCounts.extend({ messages: count() });

export const errorsOverview = report({
	path: "/errors/overview",
	summary:
		"Occurrences of errors, or of one, the sessions and users that had them, and their messages",
	tag: "Errors",
	extra: { ...oneErrorParameters("Without it, of all errors"), ...comparisonParameters },
	response: z.object({
		data: Figures.extend({ previous: Figures.optional() }),
		comparison: ComparedRange.optional(),
	}),
	answer: async (context) => {
		const { answer, comparison, previous } = await compared(
			context,
			async ({ runSql, site, query, given }) => {
				const querySql = toSql(site.siteId, query);
				const [row] = await runSql<z.infer<typeof Figures>>(
					`
  SELECT
    ${ERROR_COUNTS},
    uniqExact(${MESSAGE}) AS messages
  FROM events
  WHERE ${countedRows(querySql)}
    AND type = 'error' AND ${ofErrors(given, querySql)}`,
					querySql.parameters,
				);
				if (!row) throw new Error("The store answered an aggregate without a row");
				return row;
			},
		);
		if (!comparison || !previous) return { data: answer };
		return { data: { ...answer, previous }, comparison: comparison.range };
	},
});

/** What is known of the place where an error happened. */
const DIMENSIONS = [
	"pathname",
	"hostname",
	"browser",
	"browser_version",
	"operating_system",
	"operating_system_version",
	"device_type",
	"device_model",
	"app_version",
	"language",
	"country",
	"region",
	"tag",
] as const;

type Row = ErrorCounts & { value: string; total: number; total_rows: number };

export const errorsByDimension = report({
	path: "/errors/by-dimension",
	summary: "Occurrences of errors, or of one, by the values of a dimension",
	tag: "Errors",
	extra: {
		dimension: textParameter(`One of ${DIMENSIONS.join(", ")}. Required`),
		...oneErrorParameters("Without it, of all errors"),
		...pageParameters(100),
	},
	response: z.object({
		data: z.object({
			data: z.array(ErrorCounts.extend({ value: z.string(), percentage: z.number() })),
			totalCount: count(),
		}),
	}),
	answer: async ({ runSql, site, query, given }) => {
		const dimension = oneOf("dimension", given.dimension, DIMENSIONS);
		const querySql = toSql(site.siteId, query);
		const value = dimensionOf(dimension)?.sql(querySql.bind) ?? dimension;
		const text = `
  SELECT *, sum(count) OVER () AS total, count() OVER () AS total_rows
  FROM (
    SELECT
      toString(${value}) AS value,
      ${ERROR_COUNTS}
    FROM events
    WHERE ${countedRows(querySql)}
      AND type = 'error' AND ${ofErrors(given, querySql)}
    GROUP BY value
    HAVING value != ''
  )
  ORDER BY count DESC, value`;
		const page = pageOf(given, 100);
		const { rows, totalCount } = await runPage<Row>(runSql, text, querySql.parameters, page);
		const data = rows.map(({ total, total_rows, ...row }) => ({
			...row,
			percentage: percentageOf(row.count, total),
		}));
		return { data: { data, totalCount } };
	},
});
