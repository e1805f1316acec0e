import { describe, expect, it } from "vitest";
import { bottlenecksOf } from "./bottlenecks.ts";
import { ASSUMPTIONS, costOf, type Demand, machinesFor, peakOf, storeDisk } from "./machines.ts";
import { cpuOfPage, largestSiteWithin, lineThrough, secondsOfPage } from "./report-model.ts";
import { ROUND_INPUTS } from "./round-inputs.ts";

/** 1,000 events a second on average, 4,000 at the peak. */
const THOUSAND: Demand = {
	eventsPerMonth: 2_592_000_000,
	largestSite: 0.01,
	usualSite: 0.001,
	pagesPerHour: 3600,
	isSpread: true,
};
const SMALL: Demand = {
	...{ eventsPerMonth: 1e6, largestSite: 1, usualSite: 1, pagesPerHour: 20 },
	isSpread: false,
};

const roles = (demand: Demand) =>
	new Map(machinesFor(ROUND_INPUTS, demand).map((machines) => [machines.role, machines]));

describe("the cost of reports", () => {
	it("is a line through the two largest sizes", () =>
		expect(
			lineThrough([
				{ events: 1, value: 9 },
				{ events: 1e6, value: 3 },
				{ events: 3e6, value: 7 },
			]),
		).toEqual({ fixed: 1, perMillion: 2 }));

	it("starts at zero when only one size was measured", () =>
		expect(lineThrough([{ events: 2e6, value: 3 }])).toEqual({ fixed: 0, perMillion: 1.5 }));

	it("never falls with the size", () =>
		expect(
			lineThrough([
				{ events: 1e6, value: 3 },
				{ events: 2e6, value: 2 },
			]),
		).toEqual({ fixed: 2, perMillion: 0 }));

	it("grows by 0.1 s for each million events", () =>
		expect(cpuOfPage(ROUND_INPUTS, 28e6)).toBeCloseTo(3));

	it("is shared by three quarters of the cores, except for its fixed part", () =>
		expect(secondsOfPage(ROUND_INPUTS, 58e6, 4)).toBeCloseTo(0.2 + 5.8 / 3));

	it("limits the largest site whose overview loads in time", () => {
		const events = largestSiteWithin(ROUND_INPUTS, 3, 4);
		expect(events).toBeCloseTo(84e6);
		expect(secondsOfPage(ROUND_INPUTS, events, 4)).toBeCloseTo(3);
	});
});

describe("several machines for 1,000 events a second", () => {
	it("have four times the average at the peak", () =>
		expect(peakOf(THOUSAND, ASSUMPTIONS)).toBe(4000));

	it("have a spare gateway, so that one may fail", () => {
		const gateways = roles(THOUSAND).get("gateway");
		expect(gateways).toMatchObject({ count: 2, cores: 2 });
		expect(gateways?.coresAtPeak).toBeCloseTo(4000 * 60e-6);
	});

	it("have brokers that write each event three times and keep it for a week", () =>
		expect(roles(THOUSAND).get("kafka")).toEqual({
			...{ role: "kafka", count: 3, cores: 2, gigabytes: 4 },
			// 86.4 million a day × 7 × 100 bytes = 60.5 GB, and 30 % free.
			diskGigabytes: 100,
			coresAtPeak: 4000 * 10e-6 * 3,
		}));

	it("have loaders with memory for the ids of a day", () =>
		expect(roles(THOUSAND).get("loader")).toMatchObject({
			count: 2,
			cores: 1,
			// 86.4 million × 23 bytes, and the loader's own memory.
			gigabytes: 4,
			coresAtPeak: 4000 * 25e-6,
		}));

	it("have two replicas that each write all events, and share the reports", () => {
		const store = roles(THOUSAND).get("clickhouse");
		const writing = 4000 * 30e-6 + 1000 * 10e-6;
		// One in ten has 25.92 million events, the others a tenth of that.
		const page = 0.2 + 0.1 * (25.92 * 0.1 + 2.592 * 0.9);
		expect(store).toMatchObject({ count: 2, cores: 4, gigabytes: 16 });
		expect(store?.coresAtPeak).toBeCloseTo(2 * writing + page);
	});

	it("have disks for a year, a third of which stays free", () => {
		// 2.592 billion × 12 × 100 bytes = 3,110.4 GB.
		expect(storeDisk(ROUND_INPUTS, THOUSAND, ASSUMPTIONS)).toBeCloseTo(3110.4 / 0.7);
		expect(roles(THOUSAND).get("clickhouse")?.diskGigabytes).toBe(4460);
	});

	it("are limited by the reports of the largest site first", () => {
		const found = bottlenecksOf(ROUND_INPUTS, THOUSAND, machinesFor(ROUND_INPUTS, THOUSAND));
		expect(found.map(({ part }) => part)).toEqual([
			"reports of the largest site",
			"processors",
			"partitions",
		]);
		// 84 million events on four cores; four of the two replicas' cores, of which 0.95 are busy.
		expect(found[0]?.growth).toBeCloseTo(84 / 25.92);
		expect(found[1]?.growth).toBeCloseTo(4 / (2 * 0.13 + 0.2 + 0.1 * (25.92 * 0.1 + 2.592 * 0.9)));
		// Twelve loaders of 20,000 a second each.
		expect(found[2]?.growth).toBeCloseTo((20_000 * 12) / 4000);
	});
});

describe("one machine", () => {
	it("needs a gigabyte and a core for a million events a month", () =>
		expect(machinesFor(ROUND_INPUTS, SMALL)).toMatchObject([
			// A year of events in 1.7 GB, three days in the queue, and the program.
			{ role: "all", count: 1, cores: 1, gigabytes: 1, diskGigabytes: 10 },
		]));

	it("has enough cores to load the overview of a large site in two seconds", () => {
		const demand = { ...SMALL, eventsPerMonth: 60e6 };
		// 0.2 s and 6 s on three quarters of eight cores; 2.2 s with four.
		expect(machinesFor(ROUND_INPUTS, demand)).toMatchObject([{ cores: 8 }]);
	});

	it("costs the sum of its parts", () =>
		expect(
			costOf({
				...{ role: "all", count: 2, cores: 4, gigabytes: 8, diskGigabytes: 100 },
				coresAtPeak: 1,
			}),
		).toBe(2 * (4 * 15 + 8 * 3 + 100 * 0.1)));
});
