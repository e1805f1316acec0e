import { z } from "zod";
import { pageOf, pageParameters } from "../query/page.ts";
import { count, report } from "../report/report.ts";
import { answerRows, meanOf, percentageOf, rowsOrPage } from "../report/rows.ts";
import { PAGE_TITLES, pageOfGroups } from "./breakdowns.ts";

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
	areas: ["pages"],
	extra: pageParameters(10),
	response: rowsOrPage(TitleRow),
	answer: async (context) => {
		const { given } = context;
		const page = pageOf(given, 10);
		const { rows, totalCount } = await pageOfGroups(context, "page_title", PAGE_TITLES, page);
		const titles = rows.map((group) => ({
			value: group.value,
			pathname: group.shown,
			count: group.sessions,
			percentage: percentageOf(group.sessions, group.total_sessions),
			pageviews: group.views,
			bounce_rate: percentageOf(group.bounces, group.sessions),
			time_on_page_seconds: meanOf(group.on_page_ms, group.measured_views) / 1000,
		}));
		return answerRows(given.page, titles, totalCount);
	},
});
