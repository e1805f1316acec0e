import {
	ASSUMPTIONS,
	type Demand,
	type Machines,
	peakOf,
	type SizingAssumptions,
} from "./machines.ts";
import { largestSiteWithin } from "./report-model.ts";
import type { SizingInputs } from "./sizing-inputs.ts";

/** The time limit for the overview of the largest site. */
export const TIMEOUT_SECONDS = 3;
/** Loaders share the partitions of the topic. */
const PARTITIONS = 12;

export interface Bottleneck {
	part: "reports of the largest site" | "processors" | "the loader's one core" | "partitions";
	/** How many times the events may grow before it is reached. */
	growth: number;
}

/**
 * The first limits of a demand's machines when its events grow, the nearest first. Disks are not among them: they grow
 * with the events and the months that are kept.
 */
export const bottlenecksOf = (
	inputs: SizingInputs,
	demand: Demand,
	machines: readonly Machines[],
	assumptions: SizingAssumptions = ASSUMPTIONS,
): Bottleneck[] => {
	const store = machines.find(({ role }) => role === "all" || role === "clickhouse");
	if (store === undefined) throw new TypeError("No machine has the store");
	const { loader, loaderOnKafka } = inputs;
	const largest = largestSiteWithin(inputs, TIMEOUT_SECONDS, store.cores);
	const usable = store.cores * store.count * assumptions.busyShare;
	const peak = peakOf(demand, assumptions);
	const loaderRate = (cpuPerMillion: number) => (1e6 / cpuPerMillion) * assumptions.busyShare;
	const loading: Bottleneck = demand.isSpread
		? {
				part: "partitions",
				growth: (loaderRate(loaderOnKafka.cpuPerMillion) * PARTITIONS) / peak,
			}
		: { part: "the loader's one core", growth: loaderRate(loader.cpuPerMillion) / peak };
	const all: Bottleneck[] = [
		{
			part: "reports of the largest site",
			growth: largest / (demand.eventsPerMonth * demand.largestSite),
		},
		{ part: "processors", growth: usable / store.coresAtPeak },
		loading,
	];
	return all.sort((one, other) => one.growth - other.growth);
};
