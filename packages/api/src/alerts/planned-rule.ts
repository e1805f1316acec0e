import { isPlainCount } from "@footfall/reports/alerts/counts-of-sites";
import type { KnownRule } from "./known-rules.ts";
import { metricOfRule } from "./metric-of-rule.ts";
import { type MetricKind, metricKindOf } from "./questions/metric-kind.ts";
import type { SeriesOf } from "./series-cache.ts";

/** What has to be read to evaluate a rule. */
export interface Planned {
	known: KnownRule;
	metric: string;
	kind: MetricKind;
	/** Whether the value is that of whole hours. */
	isByHour: boolean;
	needsValue: boolean;
	needsSeries: boolean;
	isPlain: boolean;
}

const WITH_SERIES: readonly string[] = ["change", "unusual", "silent", "goal_stopped"];
const WITHOUT_VALUE: readonly string[] = ["silent", "goal_stopped", "new_error"];

/** What a rule needs. */
export const plan = (known: KnownRule): Planned => {
	const { rule } = known;
	const metric = metricOfRule(rule);
	const kind = metricKindOf(metric);
	const needsSeries = WITH_SERIES.includes(rule.condition);
	const isByHour = kind.isByHour && (rule.condition === "change" || rule.condition === "unusual");
	return {
		...{ known, metric, kind, needsSeries, isByHour },
		needsValue: !WITHOUT_VALUE.includes(rule.condition) && !isByHour,
		isPlain: isPlainCount(metric) && (rule.filters ?? []).length === 0,
	};
};

/** The past that a rule compares with. */
export const seriesOf = ({ known, metric, kind }: Planned, timeZone: string): SeriesOf => ({
	...{ siteId: known.siteId, metric, kind, timeZone },
	filters: known.rule.filters,
});
