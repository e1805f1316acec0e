import { AggregatorRegistry, type MetricObject, Registry } from "prom-client";

/** All metrics of one process at one moment, as plain objects. */
export type MetricsSnapshot = readonly MetricObject[];

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

const merged = (snapshots: readonly MetricsSnapshot[]) =>
	AggregatorRegistry.aggregate(snapshots.map((snapshot) => [...snapshot]));

/** The Prometheus text of several processes: counts are added up, ages and states are those of the worst. */
export const metricsText = (snapshots: readonly MetricsSnapshot[]): Promise<string> =>
	merged(snapshots).metrics();

/** The counters of processes that have ended, without their gauges. */
export const countsOf = async (snapshots: readonly MetricsSnapshot[]): Promise<MetricsSnapshot> =>
	// The library declares numbers for its types and delivers names.
	(await merged(snapshots).getMetricsAsJSON()).filter(({ type }) => String(type) !== "gauge");
