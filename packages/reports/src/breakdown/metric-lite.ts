import { refusedParameters } from "@footfall/shared/api-error";
import { rowLimitOf } from "../query/page.ts";
import { dimensionParameter, textParameter } from "../query/parameters.ts";
import { report } from "../report/report.ts";
import { ATTRIBUTION, answerOf, requiredBreakdown, response } from "./metric.ts";

const LITE_PARAMETERS = ["pathname", "country", "device_type"];
const MAX_LITE_ROWS = 500;

export const metricLite = report({
	path: "/metric-lite",
	summary: "Breakdowns for a small dashboard, in the same form as `metric`",
	description: "Fewer dimensions than `metric`, and fewer figures in a row.",
	tag: "Overview",
	areas: [],
	extra: {
		parameter: dimensionParameter(`One of ${LITE_PARAMETERS.join(", ")}. Required. ${ATTRIBUTION}`),
		limit: textParameter(`Rows: 250 by default, at most ${MAX_LITE_ROWS}`),
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
		const page = { limit: rows, offset: 0 };
		return answerOf({ ...context, given: {} }, requiredBreakdown(parameter), page);
	},
});
