import {
	AggregatorRegistry,
	type MetricObject,
	type MetricObjectWithValues,
	type MetricValue,
	Registry,
} from "prom-client";

/** All metrics of one process at one moment, as plain objects. */
export type MetricsSnapshot = readonly MetricObject[];

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

const merged = (snapshots: readonly MetricsSnapshot[]) =>
	AggregatorRegistry.aggregate(snapshots.map((snapshot) => [...snapshot]));

/** The Prometheus text of several processes: counts are summed, ages and states are the worst of all. */
export const metricsText = (snapshots: readonly MetricsSnapshot[]): Promise<string> =>
	merged(snapshots).metrics();

/** The same metrics with one more label. */
export const labelled = (snapshot: MetricsSnapshot, name: string, value: string): MetricsSnapshot =>
	snapshot.map((metric) => {
		// The library's type declarations omit them.
		const { values } = metric as MetricObjectWithValues<MetricValue<string>>;
		const withLabel = values.map((one) => ({ ...one, labels: { ...one.labels, [name]: value } }));
		return Object.assign({}, metric, { values: withLabel });
	});

/** One Prometheus text from two with different series, with all series of a metric together, as the format requires. */
export const joinedText = (one: string, other: string): string => {
	const metrics = new Map<string, string[]>();
	for (const block of `${one}\n${other}`.split(/\n(?=# HELP )/)) {
		const [help = "", type = "", ...series] = block.split("\n").filter((line) => line !== "");
		const name = help.split(" ", 3)[2] ?? "";
		const known = metrics.get(name);
		if (known === undefined) metrics.set(name, [help, type, ...series]);
		else known.push(...series);
	}
	return `${[...metrics.values()].map((lines) => lines.join("\n")).join("\n\n")}\n`;
};

/** The counters of processes that have ended, without their gauges. */
export const countsOf = async (snapshots: readonly MetricsSnapshot[]): Promise<MetricsSnapshot> =>
	// The library declares numbers for its types but delivers names.
	(await merged(snapshots).getMetricsAsJSON()).filter(({ type }) => String(type) !== "gauge");
