import { comparisonParameters } from "../query/comparison.ts";
import { oneOf, required, textParameter } from "../query/parameters.ts";
import { report } from "../report/report.ts";
import { CHANGED_METRICS, shownBy } from "./changed-metric.ts";
import { explainChange } from "./explain.ts";
import { Explanation, LANGUAGES } from "./explanation.ts";

export const changes = report({
	path: "/changes",
	summary:
		"Why a metric differs between two periods: what contributes to the difference, and since when",
	description:
		"The contributions of `segments`, which have no unit in common, and `rest` add up to `difference`. `chance` is the probability of such a change without a cause, from the same days and hours of the last weeks; above 0.05, it is no more than usual and nothing is explained. A rate has segments of one dimension, each with the part that comes from its share (`mix`) and from its own rate (`rate`). `beside` lists notes, deployments, alerts, new errors and gaps in collection within a day of the periods. Imported days do not count. 400 for a range without both ends.",
	tag: "Overview",
	extra: {
		metric: textParameter(`One of ${CHANGED_METRICS.join(", ")}; the argument is the id of a goal`),
		event_name: textParameter("Of the metric events: only events of this name"),
		errorId: textParameter("Of the metric errors: only this error, as /errors/names lists it"),
		language: textParameter("The language of `sentences`: en (default) or de"),
		...comparisonParameters,
	},
	asks: (_body, given) => shownBy(given),
	response: Explanation,
	answer: (context) => {
		const { given } = context;
		return explainChange(context, {
			metric: required("metric", given.metric),
			compare: given.compare,
			match_weekdays: given.match_weekdays,
			eventName: given.event_name,
			errorId: given.errorId,
			language: oneOf("language", given.language, LANGUAGES, "en"),
		});
	},
});
