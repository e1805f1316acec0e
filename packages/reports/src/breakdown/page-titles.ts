import { z } from "zod";
import { ComparedRange, comparisonOf, comparisonParameters } from "../query/comparison.ts";
import { pageOf, pageParameters } from "../query/page.ts";
import { searchParameter, sortParameters } from "../query/selection.ts";
import { count, report } from "../report/report.ts";
import { answerRows, meanOf, percentageOf, rowsOrPage } from "../report/rows.ts";
import { type Group, PAGE_TITLES } from "./breakdowns.ts";
import { comparedPage } from "./compared-page.ts";
import { SORTED_BY, selectionOf } from "./metric.ts";

const TitleFigures = z
	.object({
		count: count(),
		percentage: z.number(),
		pageviews: count(),
		bounce_rate: z.number(),
		time_on_page_seconds: z.number(),
	})
	.meta({ component: "PageTitleFigures" });

const TitleRow = z
	.object({
		value: z.string(),
		pathname: z.string(),
		...TitleFigures.shape,
		previous: TitleFigures.optional(),
	})
	.meta({ component: "PageTitle" });

const figuresOf = (group: Group): z.infer<typeof TitleFigures> => ({
	count: group.sessions,
	percentage: percentageOf(group.sessions, group.total_sessions),
	pageviews: group.views,
	bounce_rate: percentageOf(group.bounces, group.sessions),
	time_on_page_seconds: meanOf(group.on_page_ms, group.measured_views) / 1000,
});

const NOTHING: z.infer<typeof TitleFigures> = {
	count: 0,
	percentage: 0,
	pageviews: 0,
	bounce_rate: 0,
	time_on_page_seconds: 0,
};

export const pageTitles = report({
	path: "/page-titles",
	summary: "Sessions and pageviews by page title; with `page`, the number of all rows is included",
	description:
		"For sites whose paths say little. `bounce_rate` is in percent, `time_on_page_seconds` a mean.",
	tag: "Overview",
	areas: ["pages"],
	extra: {
		...pageParameters(10),
		...searchParameter,
		...sortParameters(SORTED_BY, "`count`"),
		...comparisonParameters,
	},
	response: rowsOrPage(TitleRow).extend({ comparison: ComparedRange.optional() }),
	answer: async (context) => {
		const { given, query, now } = context;
		const page = pageOf(given, 10);
		const selection = selectionOf(given, PAGE_TITLES);
		const comparison = comparisonOf(given, query, now);
		const { before, ...found } = await comparedPage(context, comparison, {
			breakdown: PAGE_TITLES,
			page,
			selection,
		});
		const previousOf = (value: string) => {
			const group = before?.get(value);
			return group ? figuresOf(group) : NOTHING;
		};
		const titles = found.rows.map((group) => ({
			value: group.value,
			pathname: group.shown,
			...figuresOf(group),
			...(before && { previous: previousOf(group.value) }),
		}));
		return {
			...answerRows(given.page, titles, found.totalCount),
			...(comparison && { comparison: comparison.range }),
		};
	},
});
