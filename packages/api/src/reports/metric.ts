import { z } from "zod";
import { ApiError } from "../errors.ts";
import { type Page, pageOf, pageParameters } from "../question/page.ts";
import { type Asked, ask as inSql } from "../question/question.ts";
import { type Groups, groupsOf } from "./metric-groups.ts";
import { meanOf, percentageOf } from "./percentage.ts";
import { type Ask, count, LIMITS, report } from "./report.ts";
import { pageOfRows } from "./rows.ts";

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
	on_page_ms: number;
	measured_views: number;
	total_sessions: number;
	total_views: number;
	total_rows: number;
}

const textOf = ({ sql, kind }: Groups, limit: string, offset: string) => `
  SELECT
    *,
    sum(sessions) OVER () AS total_sessions,
    ${kind === "pages" ? "sum(views) OVER () AS total_views," : ""}
    count() OVER () AS total_rows
  FROM (${sql}
  )
  ORDER BY sessions DESC, value
  LIMIT ${limit} OFFSET ${offset}
  ${LIMITS}`;

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

/** A page of a breakdown and how many rows there are in all. */
export const breakdown = (ask: Ask, asked: Asked, groups: Groups, page: Page) =>
	pageOfRows(page, (limit, offset) =>
		ask<Group>(textOf(groups, "{limit:UInt32}", "{offset:UInt32}"), {
			...asked.parameters,
			limit,
			offset,
		}),
	);

export const metric = report({
	path: "/metric",
	summary: "Sessions by the values of a dimension",
	tag: "Overview",
	scope: "analytics:read",
	extra: {
		parameter: z
			.string()
			.optional()
			.describe("Dimension: any parameter of a filter but session_duration. Required"),
		...pageParameters(100),
	},
	response: z.object({ data: z.object({ data: z.array(MetricRow), totalCount: count() }) }),
	answer: async ({ ask, site, question, given }) => {
		const asked = inSql(site, question);
		if (!given.parameter) throw new ApiError("INVALID_REQUEST", "parameter is required");
		const groups = groupsOf(given.parameter, asked);
		if (!groups)
			throw new ApiError("INVALID_REQUEST", `Invalid parameter: ${given.parameter.slice(0, 100)}`);
		const { rows, totalCount } = await breakdown(ask, asked, groups, pageOf(given, 100));
		return { data: { data: rows.map((group) => rowOf(groups.kind, group)), totalCount } };
	},
});
