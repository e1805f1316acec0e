import { z } from "zod";
import { ComparedRange, comparisonParameters } from "../query/comparison.ts";
import { dimensionOf } from "../query/dimensions.ts";
import { pageOf, pageParameters } from "../query/page.ts";
import { dimensionParameter, oneOf, textParameter } from "../query/parameters.ts";
import { countedRows, type QuerySql, toSql } from "../query/report-query.ts";
import { compared } from "../report/compared.ts";
import { count, type ReportContext, report } from "../report/report.ts";
import { percentageOf, rowPage, runPage } from "../report/rows.ts";
import { groupsOfSite } from "./error-groups.ts";
import { ErrorState } from "./error-states.ts";
import { type Seen, seenByKey } from "./error-trends.ts";
import { shownState, statesOfSite } from "./errors-in-state.ts";
import { ERROR_COUNTS, ErrorCounts, MESSAGE, ofErrors, oneErrorParameters } from "./one-error.ts";

const Figures = ErrorCounts.extend({ messages: count() }).meta({ component: "ErrorFigures" });

const seenAmong = async (
	{ runSql }: Pick<ReportContext, "runSql">,
	ofError: string,
	querySql: QuerySql,
): Promise<Partial<Seen>> => {
	const [row] = await runSql<{
		first: number;
		last: number;
		many: number;
		first_release: string;
		last_release: string;
	}>(
		`
  SELECT
    toUnixTimestamp64Milli(min(timestamp)) AS first,
    toUnixTimestamp64Milli(max(timestamp)) AS last,
    count() AS many,
    argMinIf(release, timestamp, release != '') AS first_release,
    argMaxIf(release, timestamp, release != '') AS last_release
  FROM events
  WHERE site_id = {site:UInt32} AND type = 'error' AND ${ofError}`,
		querySql.parameters,
	);
	if (!row || row.many === 0) return {};
	const iso = (at: number) => new Date(at).toISOString();
	return {
		firstSeen: iso(row.first),
		lastSeen: iso(row.last),
		...(row.first_release !== "" && { firstRelease: row.first_release }),
		...(row.last_release !== "" && { lastRelease: row.last_release }),
	};
};

export const errorsOverview = report({
	path: "/errors/overview",
	summary:
		"Occurrences of all errors or of one, with the numbers of affected sessions and users and of messages",
	description:
		"The figures at the top of a page of errors. `firstSeen` and `lastSeen` are of one error. Needs the site's `trackErrors`.",
	tag: "Errors",
	extra: {
		...oneErrorParameters("By default, all errors"),
		seen: textParameter(
			"`true` to include its first and last occurrence among all events of the site",
		),
		states: textParameter("`true` to include its state, of one error"),
		...comparisonParameters,
	},
	response: z.object({
		data: Figures.extend({
			firstSeen: z.string().optional(),
			lastSeen: z.string().optional(),
			firstRelease: z.string().optional(),
			lastRelease: z.string().optional(),
			state: ErrorState.optional(),
			previous: Figures.optional(),
		}).meta({ component: "ErrorsOverview" }),
		comparison: ComparedRange.optional(),
	}),
	answer: async (context) => {
		const groups = await groupsOfSite(context);
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
    AND type = 'error' AND ${ofErrors(given, querySql, groups)}`,
					querySql.parameters,
				);
				if (!row) throw new Error("The store returned no row for an aggregate");
				return row;
			},
		);
		const { given, query, site } = context;
		const querySql = toSql(site.siteId, query);
		const seen =
			given.seen === "true"
				? await seenAmong(context, ofErrors(given, querySql, groups), querySql)
				: {};
		const errorId = given.errorId && groups.idOf(given.errorId);
		if (seen.firstSeen !== undefined && errorId) {
			const { firstSeen } = (await seenByKey(context, [errorId], groups)).get(errorId) ?? {};
			if (firstSeen !== undefined && firstSeen < seen.firstSeen) seen.firstSeen = firstSeen;
		}
		const state =
			given.states === "true" && errorId
				? { state: shownState((await statesOfSite(context, groups)).get(errorId), context) }
				: {};
		const data = { ...answer, ...seen, ...state };
		return comparison && previous
			? { data: { ...data, previous }, comparison: comparison.range }
			: { data };
	},
});

/** What is known about where an error occurred. */
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
	"release",
	"language",
	"country",
	"region",
	"tag",
] as const;

type Row = ErrorCounts & { value: string; total: number; total_rows: number };

export const errorsByDimension = report({
	path: "/errors/by-dimension",
	summary: "Occurrences of all errors or of one, by dimension",
	description: "Such as the browsers in which it happens. `percentage` is of all its occurrences.",
	tag: "Errors",
	extra: {
		dimension: dimensionParameter(`One of ${DIMENSIONS.join(", ")}. Required`),
		...oneErrorParameters("By default, all errors"),
		...pageParameters(100),
	},
	response: z.object({
		data: rowPage(
			ErrorCounts.extend({ value: z.string(), percentage: z.number() }).meta({
				component: "ErrorDimensionRow",
			}),
		),
	}),
	answer: async (context) => {
		const { runSql, site, query, given } = context;
		const dimension = oneOf("dimension", given.dimension, DIMENSIONS);
		const querySql = toSql(site.siteId, query);
		const value = dimensionOf(dimension)?.sql(querySql.bind) ?? dimension;
		const ofError = ofErrors(given, querySql, await groupsOfSite(context));
		const text = `
  SELECT *, sum(count) OVER () AS total, count() OVER () AS total_rows
  FROM (
    SELECT
      toString(${value}) AS value,
      ${ERROR_COUNTS}
    FROM events
    WHERE ${countedRows(querySql)}
      AND type = 'error' AND ${ofError}
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
