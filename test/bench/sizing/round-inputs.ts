import { PAGE } from "./report-model.ts";
import type { SiteFigures, SizingInputs } from "./sizing-inputs.ts";

const gateway = {
	cpuPerMillion: 40,
	cpuPerMillionAtHalf: 50,
	perSecond: 20_000,
	p50Ms: 2,
	p99Ms: 10,
	megabytes: 100,
};

const siteOf = (events: number, seconds: number, megabytes: number): SiteFigures => ({
	events,
	fromEvents: [{ name: PAGE, seconds: 2 * seconds, cpuSeconds: 2 * seconds }],
	fromDays: [{ name: PAGE, seconds, cpuSeconds: seconds }],
	megabytes,
});

/** Inputs of round numbers, for sums that can be checked by hand. */
export const ROUND_INPUTS: SizingInputs = {
	date: "2026-11-23",
	machine: "2 cores",
	load: 1,
	gateway,
	gatewayOnKafka: { ...gateway, cpuPerMillionAtHalf: 60 },
	broker: { cpuPerMillion: 10 },
	loader: { cpuPerMillion: 20, perSecond: 30_000, megabytes: 500 },
	loaderOnKafka: { cpuPerMillion: 25 },
	engine: { insertPerMillion: 20, mergePerMillion: 10, rollupPerMillion: 10 },
	bytes: {
		...{ store: 60, ids: 20, rollup: 40 },
		...{ queue: 500, kafka: 100, kafkaFew: 300, request: 1000, response: 300 },
	},
	accounts: { kilobytes: 9000, kilobytesPerSite: 2 },
	sites: [siteOf(1e6, 0.3, 600), siteOf(5e6, 0.7, 1000)],
};
