import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { MetricsSnapshot } from "./merged-metrics.ts";
import { processSnapshot } from "./process-metrics.ts";

type Read = () => readonly (readonly [Readonly<Record<string, string>>, number])[];

const byLabel = (label: string, counts: Readonly<Record<string, number>>) =>
	Object.entries(counts).map(([value, count]) => [{ [label]: value }, count] as const);

/** The metrics of one process, read on a scrape, so that counting costs no more than an increment. */
export const createMetricRegistry = () => {
	const registry = new Registry();
	const registers = [registry];
	const counter = (name: string, help: string, labelNames: string[], read: Read) =>
		new Counter({
			name,
			help,
			labelNames,
			registers,
			collect() {
				this.reset();
				for (const [labels, value] of read()) this.inc(labels, value);
			},
		});
	const count = (name: string, help: string, read: () => number) =>
		counter(name, help, [], () => [[{}, read()]]);
	const gauge = (
		name: string,
		help: string,
		aggregator: "sum" | "max" | "min",
		read: () => number,
	) =>
		new Gauge({
			name,
			help,
			aggregator,
			registers,
			collect() {
				this.set(read());
			},
		});
	return {
		registers,
		count,
		/** One count for each value of a label. */
		counts: (
			name: string,
			help: string,
			label: string,
			read: () => Readonly<Record<string, number>>,
		) => counter(name, help, [label], () => byLabel(label, read())),
		gauge,
		/** One count for each set of labels. */
		labelledCount: counter,
		/** One value for each set of labels; those that are not read any more are gone. */
		labelledGauge: (
			described: {
				name: string;
				help: string;
				labelNames: string[];
				aggregator: "sum" | "max" | "min";
			},
			read: Read,
		) =>
			new Gauge({
				...described,
				registers,
				collect() {
					this.reset();
					for (const [labels, value] of read()) this.set(labels, value);
				},
			}),
		histogram: (name: string, help: string, buckets: readonly number[]) =>
			new Histogram({ name, help, buckets: [...buckets], registers }),
		/** All of them, and the standard metrics of the process. */
		snapshot: async (): Promise<MetricsSnapshot> => [
			...(await registry.getMetricsAsJSON()),
			...(await processSnapshot()),
		],
	};
};
export type MetricRegistry = ReturnType<typeof createMetricRegistry>;
