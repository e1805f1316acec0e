import { z } from "zod";
import { pageOf, pageParameters } from "../query/page.ts";
import { toSql } from "../query/report-query.ts";
import { meanOf, percentageOf } from "../report/percentage.ts";
import { count, report } from "../report/report.ts";
import { answerRows, rowsOrPage } from "../report/rows.ts";
import { totalsOf } from "../source/sealed-totals.ts";
import { filteredVisitsOf } from "../source/sealed-visits.ts";
import { breakdown } from "./metric.ts";
import { titleGroups } from "./metric-groups.ts";
import { groupsOfTotals } from "./metric-totals.ts";

const TitleRow = z.object({
	value: z.string(),
	pathname: z.string(),
	count: count(),
	percentage: z.number(),
	pageviews: count(),
	bounce_rate: z.number(),
	time_on_page_seconds: z.number(),
});

export const pageTitles = report({
	path: "/page-titles",
	summary: "Sessions and pageviews by page title; with `page`, the rows come with their total",
	tag: "Overview",
	scope: "analytics:read",
	extra: pageParameters(10),
	response: rowsOrPage(TitleRow),
	answer: async ({ runSql, site, query, given }) => {
		const querySql = toSql(site.siteId, query);
		const page = pageOf(given, 10);
		const visits = await filteredVisitsOf(runSql, querySql, query);
		const groups = titleGroups(querySql, visits);
		const totals = totalsOf(querySql, visits);
		const ofDays = totals && groupsOfTotals("page_title", querySql, totals);
		const { rows, totalCount } = await breakdown(runSql, querySql, { groups, ofDays }, page);
		const titles = rows.map((group) => ({
			value: group.value,
			pathname: group.on_pathname,
			count: group.sessions,
			percentage: percentageOf(group.sessions, group.total_sessions),
			pageviews: group.views,
			bounce_rate: percentageOf(group.bounces, group.sessions),
			time_on_page_seconds: meanOf(group.on_page_ms, group.measured_views) / 1000,
		}));
		return answerRows(given.page, titles, totalCount);
	},
});
