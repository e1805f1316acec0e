import { cpuOfPage, secondsOfPage } from "./report-model.ts";
import type { SizingInputs } from "./sizing-inputs.ts";

/** Values that are chosen, not measured. Prices are per month. */
export interface SizingAssumptions {
	/** The busiest minutes have this many times the average. */
	peakFactor: number;
	/** The share of the processors that is used at the peak; the rest is for the unexpected, and for catching up. */
	busyShare: number;
	/** The share of a disk that is filled; merges need the rest. */
	filledShare: number;
	monthsKept: number;
	kafkaDays: number;
	kafkaReplicas: number;
	storeReplicas: number;
	/** The days that the queue on a disk of our own can store while the store is down. */
	queueDays: number;
	/** Ids of 24 h, in the loader's memory. */
	bytesPerRememberedId: number;
	pricePerCore: number;
	pricePerGigabyte: number;
	pricePerDiskGigabyte: number;
}

export const ASSUMPTIONS: SizingAssumptions = {
	peakFactor: 4,
	busyShare: 0.5,
	filledShare: 0.7,
	monthsKept: 12,
	kafkaDays: 7,
	kafkaReplicas: 3,
	storeReplicas: 2,
	queueDays: 3,
	bytesPerRememberedId: 23,
	pricePerCore: 15,
	pricePerGigabyte: 3,
	pricePerDiskGigabyte: 0.1,
};

/** The load to size for. */
export interface Demand {
	eventsPerMonth: number;
	/** The largest site's share of all events. */
	largestSite: number;
	/** The share of all events of the sites whose reports most people view. */
	usualSite: number;
	/** Overviews of the dashboard that are opened in the busiest hour, one in ten for the largest site. */
	pagesPerHour: number;
	/** Roles on several machines instead of one. */
	isSpread: boolean;
}

/** Machines of one kind. */
export interface Machines {
	role: string;
	count: number;
	cores: number;
	gigabytes: number;
	diskGigabytes: number;
	/** Busy cores at the peak, of all machines together. */
	coresAtPeak: number;
}

export const SECONDS_PER_MONTH = 30 * 86_400;

/** Events a second at the peak. */
export const peakOf = ({ eventsPerMonth }: Demand, { peakFactor }: SizingAssumptions): number =>
	(eventsPerMonth / SECONDS_PER_MONTH) * peakFactor;

/** The time limit for the overview of the largest site when it runs alone. */
const GOOD_SECONDS = 2;

const CORES = [1, 2, 4, 8, 16, 32, 64, 128];
/** The largest machine if more is needed: the first bottleneck then reports that it is not enough. */
const sizeFor = (cores: number, least: number): number =>
	CORES.find((size) => size >= Math.max(cores, least)) ?? Math.max(...CORES);
/** Cores of a machine with the store: for its work at the peak, and for the overview of the largest site in time. */
const storeSizeFor = (
	inputs: SizingInputs,
	demand: Demand,
	{ cores, least }: { cores: number; least: number },
): number => {
	const events = demand.eventsPerMonth * demand.largestSite;
	const inTime = CORES.find((size) => secondsOfPage(inputs, events, size) <= GOOD_SECONDS);
	return sizeFor(Math.max(cores, inTime ?? Math.max(...CORES)), least);
};

/** Rounds up to the step in which memory and disks are sold. */
const upTo = (step: number, value: number): number => Math.ceil(value / step) * step;

/** Cores that a stream of events needs for work of the given CPU seconds per million. */
const coresOf = (perSecond: number, cpuPerMillion: number): number =>
	(perSecond * cpuPerMillion) / 1e6;

/** The largest site's share of the opened overviews. */
const OF_LARGEST = 0.1;

/** Cores of the store at the peak: inserts, merges, roll-ups, and the dashboard's pages. */
const storeCores = (inputs: SizingInputs, demand: Demand, assumptions: SizingAssumptions) => {
	const { insertPerMillion, mergePerMillion, rollupPerMillion } = inputs.engine;
	const writing = coresOf(peakOf(demand, assumptions), insertPerMillion + mergePerMillion);
	// Days are rolled up once, hours after they end: their work is spread by its low priority.
	const rolling = coresOf(demand.eventsPerMonth / SECONDS_PER_MONTH, rollupPerMillion);
	const pageOf = (share: number) => cpuOfPage(inputs, demand.eventsPerMonth * share);
	const page =
		pageOf(demand.largestSite) * OF_LARGEST + pageOf(demand.usualSite) * (1 - OF_LARGEST);
	const reading = (demand.pagesPerHour / 3600) * page;
	return { writing: writing + rolling, reading };
};

/** GB of the store on one machine, including the free part. */
export const storeDisk = (
	{ bytes }: SizingInputs,
	{ eventsPerMonth }: Demand,
	{ monthsKept, filledShare }: SizingAssumptions,
): number => (eventsPerMonth * monthsKept * (bytes.store + bytes.rollup)) / 1e9 / filledShare;

/** MB of the engine and the reports for the largest site, extrapolated from the two largest measured sizes. */
export const reportMegabytes = ({ sites }: SizingInputs, events: number): number => {
	const largest = sites.at(-1);
	const before = sites.at(-2) ?? largest;
	if (largest === undefined || before === undefined) return Number.NaN;
	const growth =
		(largest.megabytes - before.megabytes) / Math.max(1, largest.events - before.events);
	return largest.megabytes + Math.max(0, growth) * Math.max(0, events - largest.events);
};

const oneMachine = (
	inputs: SizingInputs,
	demand: Demand,
	assumptions: SizingAssumptions,
): Machines[] => {
	const { gateway, loader, bytes } = inputs;
	const peak = peakOf(demand, assumptions);
	const { writing, reading } = storeCores(inputs, demand, assumptions);
	const coresAtPeak =
		coresOf(peak, gateway.cpuPerMillionAtHalf + loader.cpuPerMillion) + writing + reading;
	const cores = storeSizeFor(inputs, demand, {
		cores: coresAtPeak / assumptions.busyShare,
		least: 1,
	});
	const events = demand.eventsPerMonth * demand.largestSite;
	const ids = ((demand.eventsPerMonth / 30) * assumptions.bytesPerRememberedId) / 1e6;
	// The minimum is what the product was tested with; above it, a third is for the page cache.
	const held = gateway.megabytes + reportMegabytes(inputs, events) + ids;
	const gigabytes = demand.eventsPerMonth <= 1e6 ? 1 : upTo(4, (held * 1.5) / 1000);
	const queue = ((demand.eventsPerMonth / 30) * assumptions.queueDays * bytes.queue) / 1e9;
	const diskGigabytes = upTo(5, storeDisk(inputs, demand, assumptions) + queue + 4);
	return [{ role: "all", count: 1, cores, gigabytes, diskGigabytes, coresAtPeak }];
};

const several = (
	inputs: SizingInputs,
	demand: Demand,
	assumptions: SizingAssumptions,
): Machines[] => {
	const { gatewayOnKafka, broker, loaderOnKafka, loader, bytes } = inputs;
	const { busyShare, filledShare, kafkaReplicas, storeReplicas } = assumptions;
	const peak = peakOf(demand, assumptions);
	const machines = (
		role: string,
		coresAtPeak: number,
		options: { least: number; cores: number; gigabytes: number; diskGigabytes: number },
	): Machines => {
		// One of them may fail at the peak: the others take over all of it.
		const count = Math.max(options.least, Math.ceil(coresAtPeak / options.cores / busyShare) + 1);
		const { cores, gigabytes, diskGigabytes } = options;
		return { role, count, cores, gigabytes, diskGigabytes, coresAtPeak };
	};
	const inGateways = coresOf(peak, gatewayOnKafka.cpuPerMillionAtHalf);
	const inLoaders = coresOf(peak, loaderOnKafka.cpuPerMillion);
	const ids = ((demand.eventsPerMonth / 30) * assumptions.bytesPerRememberedId) / 1e9;
	// A loader's own code uses one core.
	const loaders = Math.max(2, Math.ceil(inLoaders / busyShare) + 1);
	const loaderMemory = upTo(2, ids / (loaders - 1) + loader.megabytes / 1000);
	const inKafka = coresOf(peak, broker.cpuPerMillion) * kafkaReplicas;
	const kafkaBytes = demand.eventsPerMonth < 1e9 ? bytes.kafkaFew : bytes.kafka;
	const kafkaDisk =
		((demand.eventsPerMonth / 30) * assumptions.kafkaDays * kafkaBytes) / 1e9 / filledShare;
	const { writing, reading } = storeCores(inputs, demand, assumptions);
	// Each replica writes and merges all events; one alone can also answer all reports.
	const storeSize = storeSizeFor(inputs, demand, {
		cores: (writing + reading) / busyShare,
		least: 4,
	});
	const events = demand.eventsPerMonth * demand.largestSite;
	const storeMemory = upTo(8, Math.max(storeSize * 4, reportMegabytes(inputs, events) / 1000));
	const small = { least: 2, cores: 2, gigabytes: 4, diskGigabytes: 20 };
	return [
		{ role: "proxy", count: 2, cores: 2, gigabytes: 2, diskGigabytes: 10, coresAtPeak: Number.NaN },
		machines("gateway", inGateways, small),
		machines("kafka", inKafka, {
			...{ least: 3, cores: 2, gigabytes: 4 },
			diskGigabytes: upTo(10, (kafkaDisk * kafkaReplicas) / 3 + 10),
		}),
		{
			...{ role: "loader", count: loaders, cores: 1, gigabytes: loaderMemory },
			...{ diskGigabytes: 10, coresAtPeak: inLoaders },
		},
		{
			...{ role: "clickhouse", count: storeReplicas, cores: storeSize, gigabytes: storeMemory },
			diskGigabytes: upTo(10, storeDisk(inputs, demand, assumptions) + 10),
			coresAtPeak: writing * storeReplicas + reading,
		},
		{
			role: "keeper",
			count: 3,
			cores: 1,
			gigabytes: 2,
			diskGigabytes: 10,
			coresAtPeak: Number.NaN,
		},
		{ role: "api", count: 2, cores: 2, gigabytes: 4, diskGigabytes: 10, coresAtPeak: Number.NaN },
		{
			...{ role: "postgresql", count: 2, cores: 2, gigabytes: 4, diskGigabytes: 20 },
			coresAtPeak: Number.NaN,
		},
	];
};

/** The machines for a demand: one with everything, or those of each role. */
export const machinesFor = (
	inputs: SizingInputs,
	demand: Demand,
	assumptions: SizingAssumptions = ASSUMPTIONS,
): Machines[] => (demand.isSpread ? several : oneMachine)(inputs, demand, assumptions);

/** The monthly price of machines of one kind. */
export const costOf = (
	{ count, cores, gigabytes, diskGigabytes }: Machines,
	assumptions: SizingAssumptions = ASSUMPTIONS,
): number =>
	count *
	(cores * assumptions.pricePerCore +
		gigabytes * assumptions.pricePerGigabyte +
		diskGigabytes * assumptions.pricePerDiskGigabyte);

/** Seconds until the overview of the largest site is complete when it runs alone. */
export const largestPageSeconds = (inputs: SizingInputs, demand: Demand, cores: number): number =>
	secondsOfPage(inputs, demand.eventsPerMonth * demand.largestSite, cores);
