import {
	Counter,
	collectDefaultMetrics,
	Gauge,
	type MetricObjectWithValues,
	type MetricValue,
	Registry,
} from "prom-client";

/** Gauges that the library still names like counters, in addition to the same without `_total`. */
const MISNAMED = [
	"nodejs_active_handles_total",
	"nodejs_active_requests_total",
	"nodejs_active_resources_total",
] as const;

const START = "process_start_time_seconds";

const CPU: Readonly<Record<string, (used: NodeJS.CpuUsage) => number>> = {
	process_cpu_seconds_total: ({ user, system }) => user + system,
	process_cpu_user_seconds_total: ({ user }) => user,
	process_cpu_system_seconds_total: ({ system }) => system,
};

const collect = (): Registry => {
	const registry = new Registry();
	collectDefaultMetrics({ register: registry });
	for (const name of [...MISNAMED, ...Object.keys(CPU), START]) registry.removeSingleMetric(name);
	// The library counts from the first scrape, the standard from the start of the process.
	for (const [name, microseconds] of Object.entries(CPU))
		new Counter({
			name,
			help: "CPU time spent since the start of the process",
			registers: [registry],
			collect() {
				this.reset();
				this.inc(microseconds(process.cpuUsage()) / 1e6);
			},
		});
	const startedAt = Math.round(Date.now() / 1000 - process.uptime());
	new Gauge({
		name: START,
		help: "Start time since the Unix epoch; of several workers, that of the latest",
		// The library leaves it out of sums, and then no alert can detect restarts.
		aggregator: "max",
		registers: [registry],
	}).set(startedAt);
	return registry;
};

let registry: Registry | undefined;

/**
 * The standard `process_*` and `nodejs_*` metrics of this process. All parts of a process share one registry: otherwise
 * each would watch the event loop and the garbage collector itself.
 */
export const processSnapshot = (): Promise<MetricObjectWithValues<MetricValue<string>>[]> => {
	registry ??= collect();
	return registry.getMetricsAsJSON();
};
