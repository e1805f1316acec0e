import { refusedParameters } from "@footfall/shared/api-error";
import { z } from "zod";
import { FILTER_PARAMETERS, NAMED_PARAMETERS } from "../query/filters.ts";
import { type Page, pageOf, pageParameters, rowLimitOf } from "../query/page.ts";
import { type QuerySql, toSql } from "../query/report-query.ts";
import { meanOf, percentageOf } from "../report/percentage.ts";
import { count, LIMITS, type ReportContext, type RunSql, report } from "../report/report.ts";
import { pageOfRows } from "../report/rows.ts";
import { readByBreakdown } from "../source/rollup-columns.ts";
import { fromTotals, totalsOf } from "../source/sealed-totals.ts";
import { filteredVisitsOf } from "../source/sealed-visits.ts";
import { toldByLatestView } from "./latest-view.ts";
import { type Groups, groupsOf } from "./metric-groups.ts";
import { groupsOfTotals } from "./metric-totals.ts";

const percentage = () => z.number().min(0).max(100);

/** A row of a breakdown; which fields it has beside the first three depends on the parameter. */
export const MetricRow = z.object({
	value: z.string(),
	count: count(),
	percentage: percentage(),
	pageviews: count().optional(),
	pageviews_percentage: percentage().optional(),
	bounce_rate: percentage().optional(),
	hostname: z.string().optional(),
	pathname: z.string().optional(),
	time_on_page_seconds: z.number().optional(),
});
export type MetricRow = z.infer<typeof MetricRow>;

/** A group as the store answers it; which fields it has depends on the kind of groups. */
export interface Group {
	value: string;
	sessions: number;
	bounces: number;
	views: number;
	on_hostname: string;
	on_pathname: string;
	latest_ms: number;
	/** Absent where only the instant is known. */
	latest_offset?: string;
	on_page_ms: number;
	measured_views: number;
	total_sessions: number;
	total_views: number;
	total_rows: number;
}

const textOf = ({ sql, kind, settings = "" }: Groups, limit: string, offset: string) => `
  SELECT
    *,
    sum(sessions) OVER () AS total_sessions,
    ${kind === "pages" ? "sum(views) OVER () AS total_views," : ""}
    count() OVER () AS total_rows
  FROM (${sql}
  )
  ORDER BY sessions DESC, value
  LIMIT ${limit} OFFSET ${offset}
  ${LIMITS}${settings}`;

const rowOf = (kind: Groups["kind"], group: Group): MetricRow => {
	const share = percentageOf(group.sessions, group.total_sessions);
	const row = { value: group.value, count: group.sessions, percentage: share };
	if (kind === "occurrences") return row;
	const bounce_rate = percentageOf(group.bounces, group.sessions);
	if (kind === "titles") return { ...row, pathname: group.on_pathname, bounce_rate };
	if (kind === "sessions")
		return { ...row, pageviews: group.sessions, pageviews_percentage: share, bounce_rate };
	return {
		...row,
		hostname: group.on_hostname,
		pageviews: group.views,
		pageviews_percentage: percentageOf(group.views, group.total_views),
		bounce_rate,
		time_on_page_seconds: meanOf(group.on_page_ms, group.measured_views) / 1000,
	};
};

const breakdownBy = async (runSql: RunSql, querySql: QuerySql, groups: Groups, page: Page) => {
	const found = await pageOfRows(page, (limit, offset) =>
		runSql<Group>(textOf(groups, "{limit:UInt32}", "{offset:UInt32}"), {
			...querySql.parameters,
			limit,
			offset,
		}),
	);
	if (groups.latest === undefined) return found;
	const toldBy = await toldByLatestView(runSql, querySql, groups.latest, found.rows);
	const name = groups.latest.told === "hostname" ? "on_hostname" : "on_pathname";
	return { ...found, rows: found.rows.map((row) => ({ ...row, [name]: toldBy(row) })) };
};

/**
 * A page of a breakdown and how many rows there are in all.
 * @param ofDays the same groups from totals of days, where there are any
 */
export const breakdown = (
	runSql: RunSql,
	querySql: QuerySql,
	{ groups, ofDays }: { groups: Groups; ofDays: Groups | undefined },
	page: Page,
) =>
	fromTotals(ofDays && (() => breakdownBy(runSql, querySql, ofDays, page)), () =>
		breakdownBy(runSql, querySql, groups, page),
	);

const response = z.object({
	data: z.object({ data: z.array(MetricRow), totalCount: count() }),
});

/** What a breakdown can be by; how long a session lasted is no value to group by. */
const ACCEPTED = `parameter: one of ${[...FILTER_PARAMETERS.filter((name) => name !== "session_duration"), ...NAMED_PARAMETERS].join(", ")}`;

/** Of every breakdown by values of sessions, in its description. */
const ATTRIBUTION =
	"A session counts under the value of its first event that matches the filters and has one, under a channel by all its events";

const answerOf = async (
	{ runSql, site, query }: Pick<ReportContext<Record<never, never>>, "runSql" | "site" | "query">,
	parameter: string | undefined,
	page: Page,
) => {
	if (!parameter) throw refusedParameters("parameter is required", ACCEPTED);
	const querySql = toSql(site.siteId, query);
	const visits = await filteredVisitsOf(runSql, querySql, query, readByBreakdown(parameter));
	const groups = groupsOf(parameter, querySql, visits);
	if (!groups) throw refusedParameters(`Invalid parameter: ${parameter.slice(0, 100)}`, ACCEPTED);
	const totals = totalsOf(querySql, visits);
	const ofDays = totals && groupsOfTotals(parameter, querySql, totals);
	const { rows, totalCount } = await breakdown(runSql, querySql, { groups, ofDays }, page);
	return { data: { data: rows.map((group) => rowOf(groups.kind, group)), totalCount } };
};

export const metric = report({
	path: "/metric",
	summary: "Sessions by the values of a dimension",
	tag: "Overview",
	scope: "analytics:read",
	extra: {
		parameter: z
			.string()
			.optional()
			.describe(
				`Dimension: any parameter of a filter but session_duration. Required. ${ATTRIBUTION}`,
			),
		...pageParameters(100),
	},
	response,
	answer: (context) => answerOf(context, context.given.parameter, pageOf(context.given, 100)),
});

const LITE_PARAMETERS = ["pathname", "country", "device_type"];
const MAX_LITE_ROWS = 500;

export const metricLite = report({
	path: "/metric-lite",
	summary: "The breakdowns of a small dashboard, in the shape of `metric`",
	tag: "Overview",
	scope: "analytics:read",
	extra: {
		parameter: z
			.string()
			.optional()
			.describe(`One of ${LITE_PARAMETERS.join(", ")}. Required. ${ATTRIBUTION}`),
		limit: z.string().optional().describe(`Rows: 250 when absent, at most ${MAX_LITE_ROWS}`),
	},
	response,
	answer: async (context) => {
		const { parameter, limit } = context.given;
		if (!parameter || !LITE_PARAMETERS.includes(parameter))
			throw refusedParameters(
				"Lite mode does not support this parameter",
				`parameter: one of ${LITE_PARAMETERS.join(", ")}`,
			);
		const rows = Math.min(rowLimitOf(limit, 250), MAX_LITE_ROWS);
		return answerOf(context, parameter, { limit: rows, offset: 0 });
	},
});
