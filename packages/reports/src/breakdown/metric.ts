import { refusedParameters } from "@footfall/shared/api-error";
import { z } from "zod";
import { BREAKDOWN_PARAMETERS } from "../query/dimensions.ts";
import { type Page, pageOf, pageParameters, rowLimitOf } from "../query/page.ts";
import { textParameter } from "../query/parameters.ts";
import { count, report } from "../report/report.ts";
import { meanOf, percentageOf } from "../report/rows.ts";
import type { SourceContext } from "../source/source.ts";
import { type Breakdown, breakdownBy, type Group, pageOfGroups } from "./breakdowns.ts";

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

const rowOf = (kind: Breakdown["kind"], group: Group): MetricRow => {
	const share = percentageOf(group.sessions, group.total_sessions);
	const row = { value: group.value, count: group.sessions, percentage: share };
	if (kind === "occurrences") return row;
	const bounce_rate = percentageOf(group.bounces, group.sessions);
	if (kind === "titles") return { ...row, pathname: group.shown, bounce_rate };
	if (kind === "sessions")
		return { ...row, pageviews: group.sessions, pageviews_percentage: share, bounce_rate };
	return {
		...row,
		hostname: group.shown,
		pageviews: group.views,
		pageviews_percentage: percentageOf(group.views, group.total_views),
		bounce_rate,
		time_on_page_seconds: meanOf(group.on_page_ms, group.measured_views) / 1000,
	};
};

const response = z.object({
	data: z.object({ data: z.array(MetricRow), totalCount: count() }),
});

const ACCEPTED = `parameter: one of ${BREAKDOWN_PARAMETERS.join(", ")}`;

const ATTRIBUTION =
	"A session counts under the value of its first event that matches the filters and has one, under a channel by all its events";

const answerOf = async (context: SourceContext, parameter: string | undefined, page: Page) => {
	if (!parameter) throw refusedParameters("parameter is required", ACCEPTED);
	const breakdown = breakdownBy(parameter);
	if (!breakdown)
		throw refusedParameters(`Invalid parameter: ${parameter.slice(0, 100)}`, ACCEPTED);
	const { rows, totalCount } = await pageOfGroups(context, parameter, breakdown, page);
	return { data: { data: rows.map((group) => rowOf(breakdown.kind, group)), totalCount } };
};

export const metric = report({
	path: "/metric",
	summary: "Sessions by the values of a dimension",
	tag: "Overview",
	areas: [],
	isByDimension: true,
	extra: {
		parameter: textParameter(
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
	areas: [],
	isByDimension: true,
	extra: {
		parameter: textParameter(`One of ${LITE_PARAMETERS.join(", ")}. Required. ${ATTRIBUTION}`),
		limit: textParameter(`Rows: 250 when absent, at most ${MAX_LITE_ROWS}`),
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
