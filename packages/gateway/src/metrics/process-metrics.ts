import {
	collectDefaultMetrics,
	Gauge,
	type MetricObjectWithValues,
	type MetricValue,
	Registry,
} from "prom-client";

/** Gauges that the library still has under names of counters, beside the same without `_total`. */
const MISNAMED = [
	"nodejs_active_handles_total",
	"nodejs_active_requests_total",
	"nodejs_active_resources_total",
] as const;

const START = "process_start_time_seconds";

const collect = (): Registry => {
	const registry = new Registry();
	collectDefaultMetrics({ register: registry });
	for (const name of [...MISNAMED, START]) registry.removeSingleMetric(name);
	const startedAt = Math.round(Date.now() / 1000 - process.uptime());
	new Gauge({
		name: START,
		help: "Start time since the Unix epoch; of several workers, that of the last one started",
		// The library leaves it out of sums, and then no alert can tell restarts.
		aggregator: "max",
		registers: [registry],
	}).set(startedAt);
	return registry;
};

let registry: Registry | undefined;

/**
 * The standard `process_*` and `nodejs_*` metrics of this process. There is one registry for all parts of a process:
 * each would watch the event loop and the garbage collector by itself.
 */
export const processSnapshot = (): Promise<MetricObjectWithValues<MetricValue<string>>[]> => {
	registry ??= collect();
	return registry.getMetricsAsJSON();
};
