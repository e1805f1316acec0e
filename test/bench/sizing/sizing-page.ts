import { type Bottleneck, bottlenecksOf } from "./bottlenecks.ts";
import {
	ASSUMPTIONS,
	costOf,
	type Demand,
	largestPageSeconds,
	type Machines,
	machinesFor,
	peakOf,
	storeDisk,
} from "./machines.ts";
import { lineOf, secondsOfPage } from "./report-model.ts";
import type { SizingInputs } from "./sizing-inputs.ts";

/** A size of the page, in the order of its columns. */
export interface Size extends Demand {
	name: string;
}

const MILLION = { eventsPerMonth: 1e6, largestSite: 1, usualSite: 1, pagesPerHour: 20 };
const HUNDRED_MILLION = {
	...{ eventsPerMonth: 1e8, largestSite: 0.1, usualSite: 0.01, pagesPerHour: 200 },
};
const TEN_BILLION = {
	...{ eventsPerMonth: 1e10, largestSite: 0.005, usualSite: 0.0001, pagesPerHour: 2000 },
};

export const SIZES: readonly Size[] = [
	{ name: "1 M", ...MILLION, isSpread: false },
	{ name: "100 M", ...HUNDRED_MILLION, isSpread: false },
	{ name: "100 M, spread", ...HUNDRED_MILLION, isSpread: true },
	{ name: "10 B", ...TEN_BILLION, isSpread: true },
];

const fixed = (value: number, digits = 0): string =>
	Number.isNaN(value)
		? "–"
		: value.toLocaleString("en-US", {
				minimumFractionDigits: digits,
				maximumFractionDigits: digits,
			});
/** Two significant digits. */
const short = (value: number): string => {
	if (value > 0 && value < 0.005) return "under 0.01";
	return fixed(value, value >= 10 || value === 0 ? 0 : value >= 1 ? 1 : 2);
};

const rows = (lines: readonly (readonly string[])[], left = 1): string => {
	const [head = [], ...body] = lines;
	const rule = head.map((_cell, index) => (index < left ? "---" : "---:"));
	return [head, rule, ...body].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
};

const millions = ({ eventsPerMonth }: Demand, share: number): string =>
	`${short((eventsPerMonth * share) / 1e6)} M`;

const ms = (seconds: number) => fixed(seconds * 1000);

const inputRows = (inputs: SizingInputs): string => {
	const { gateway, gatewayOnKafka, broker, loader, loaderOnKafka, engine, bytes, accounts } =
		inputs;
	const gatewayRow = (name: string, one: typeof gateway) => [
		name,
		`${short(one.cpuPerMillion)} s; ${short(one.cpuPerMillionAtHalf)} at half speed`,
		`${fixed(one.perSecond)} events/s; at half p50 ${short(one.p50Ms)}, p99 ${short(one.p99Ms)} ms; ${fixed(one.megabytes)} MB`,
	];
	return rows(
		[
			["Part", "CPU per million events", "Beside that"],
			gatewayRow("gateway worker, embedded queue", gateway),
			gatewayRow("gateway worker, Kafka", gatewayOnKafka),
			["Kafka broker, writing", `${short(broker.cpuPerMillion)} s`, "one broker, one replica"],
			[
				"loader, embedded queue; Kafka",
				`${short(loader.cpuPerMillion)} s; ${short(loaderOnKafka.cpuPerMillion)} s`,
				`${fixed(loader.perSecond)} events/s; with the engine ${fixed(loader.megabytes)} MB`,
			],
			[
				"engine: inserts; merging all once; rolling days up",
				[engine.insertPerMillion, engine.mergePerMillion, engine.rollupPerMillion]
					.map((cpu) => `${short(cpu)} s`)
					.join("; "),
				"",
			],
			[
				"event in the store; in rolled-up days",
				"",
				`${short(bytes.store)} bytes, ${short(bytes.ids)} of them its id; ${short(bytes.rollup)} bytes`,
			],
			["… in the embedded queue", "", `${fixed(bytes.queue)} bytes`],
			[
				"… in Kafka, each replica",
				"",
				`${fixed(bytes.kafka)} bytes, a hundred at a time; ${fixed(bytes.kafkaFew)}, three at a time`,
			],
			[
				"… on the network, without TLS",
				"",
				`${fixed(bytes.request)} bytes in, ${fixed(bytes.response)} out`,
			],
			[
				"accounts in PostgreSQL",
				"",
				accounts
					? `${short(accounts.kilobytes / 1000)} MB, and ${short(accounts.kilobytesPerSite)} kB per site`
					: "not measured",
			],
		],
		3,
	);
};

const reportRows = ({ sites }: SizingInputs): string => {
	const names = sites[0]?.fromDays.map(({ name }) => name) ?? [];
	const head = sites.flatMap(({ events }) => {
		const size = `${fixed(events / 1e6, 1)} M`;
		return [`${size}: events, CPU`, "rolled up, CPU", "time"];
	});
	const cellsOf = (name: string) =>
		sites.flatMap(({ fromEvents, fromDays }) => {
			const found = (figures: typeof fromEvents) => figures.find((one) => one.name === name);
			const days = found(fromDays);
			return [
				ms(found(fromEvents)?.cpuSeconds ?? Number.NaN),
				ms(days?.cpuSeconds ?? Number.NaN),
				ms(days?.seconds ?? Number.NaN),
			];
		});
	const lineCell = (name: string) => {
		const line = lineOf({ sites }, name);
		return `${ms(line.fixed)} + ${ms(line.perMillion)} × M`;
	};
	return rows([
		["Report", ...head, "CPU by size"],
		...names.map((name) => [name, ...cellsOf(name), lineCell(name)]),
	]);
};

const machineText = ({ count, cores, gigabytes, diskGigabytes }: Machines): string =>
	`${count} × ${cores} ${cores === 1 ? "core" : "cores"}, ${fixed(gigabytes)} GB, ${fixed(diskGigabytes)} GB disk`;

/** Machines, cost and bottleneck of one size. */
export const planOf = (inputs: SizingInputs, size: Size) => {
	const machines = machinesFor(inputs, size);
	const store = machines.find(({ role }) => role === "all" || role === "clickhouse");
	const [bottleneck] = bottlenecksOf(inputs, size, machines);
	return {
		...{ size, machines, bottleneck: bottleneck as Bottleneck },
		cost: machines.reduce((sum, one) => sum + costOf(one), 0),
		pageSeconds: largestPageSeconds(inputs, size, store?.cores ?? 1),
	};
};

const ROLES = [
	"all",
	"proxy",
	"gateway",
	"kafka",
	"loader",
	"clickhouse",
	"keeper",
	"api",
	"postgresql",
];

const sizeRows = (inputs: SizingInputs, sizes: readonly Size[]): string => {
	const plans = sizes.map((size) => planOf(inputs, size));
	const line = (name: string, cell: (plan: (typeof plans)[number]) => string) => [
		name,
		...plans.map(cell),
	];
	const perRole = ROLES.map((role) =>
		line(role === "all" ? "`footfall start`" : role, ({ machines }) => {
			const found = machines.find((one) => one.role === role);
			if (found === undefined) return "";
			return `${machineText(found)}: $${fixed(costOf(found))}`;
		}),
	);
	return rows(
		[
			["Events a month", ...sizes.map(({ name }) => name)],
			line("a second, at the peak", ({ size }) => short(peakOf(size, ASSUMPTIONS))),
			line("of the largest site, a month", ({ size }) => millions(size, size.largestSite)),
			line("of most sites at most", ({ size }) => millions(size, size.usualSite)),
			line("overviews in the busiest hour", ({ size }) => fixed(size.pagesPerHour)),
			...perRole,
			line("**together, a month**", ({ cost }) => `**$${fixed(cost)}**`),
			line("cores busy at the peak", ({ machines }) =>
				short(
					machines.reduce(
						(sum, { coresAtPeak }) => sum + (Number.isNaN(coresAtPeak) ? 0 : coresAtPeak),
						0,
					),
				),
			),
			line("overview of the largest site", ({ pageSeconds }) => `${short(pageSeconds)} s`),
			line(
				"first bottleneck",
				({ bottleneck }) => `${bottleneck.part}, at × ${short(bottleneck.growth)}`,
			),
		],
		sizes.length + 1,
	);
};

const PAGE_SIZES = [1e6, 10e6, 30e6, 100e6];
const PAGE_CORES = [2, 8, 32];

const pageRows = (inputs: SizingInputs): string =>
	rows([
		["Events of the site in 28 days", ...PAGE_CORES.map((cores) => `${cores} cores`)],
		...PAGE_SIZES.map((events) => [
			`${fixed(events / 1e6)} M`,
			...PAGE_CORES.map((cores) => `${short(secondsOfPage(inputs, events, cores))} s`),
		]),
	]);

/** The calculation for ten billion events a month, with its numbers. */
const exampleText = (inputs: SizingInputs): string => {
	const { gatewayOnKafka, loaderOnKafka, engine, bytes } = inputs;
	const size: Size = { name: "10 B", ...TEN_BILLION, isSpread: true };
	const { peakFactor, kafkaDays, filledShare, monthsKept, bytesPerRememberedId } = ASSUMPTIONS;
	const peak = peakOf(size, ASSUMPTIONS);
	const perDay = size.eventsPerMonth / 30;
	const writing = engine.insertPerMillion + engine.mergePerMillion;
	const busy = (what: string, cpu: number) => [
		`busy cores of ${what}`,
		`peak × ${short(cpu)} ÷ 1,000,000 = ${short((peak * cpu) / 1e6)}`,
	];
	const kafkaDisk = (perDay * kafkaDays * bytes.kafka) / 1e9 / filledShare;
	const lines = [
		["peak", `E ÷ 2,592,000 × ${peakFactor} = ${fixed(peak)} events/s`],
		busy("gateways", gatewayOnKafka.cpuPerMillionAtHalf),
		busy("loaders", loaderOnKafka.cpuPerMillion),
		busy("a replica, writing", writing),
		[
			"memory for ids of 24 h",
			`E ÷ 30 × ${bytesPerRememberedId} bytes = ${short((perDay * bytesPerRememberedId) / 1e9)} GB, shared by all loaders but one`,
		],
		[
			"disk of a broker",
			`E ÷ 30 × ${kafkaDays} days × ${fixed(bytes.kafka)} bytes ÷ ${filledShare} = ${fixed(kafkaDisk)} GB`,
		],
		[
			"disk of a replica",
			`E × ${monthsKept} months × ${short(bytes.store + bytes.rollup)} bytes ÷ ${filledShare} = ${fixed(storeDisk(inputs, size, ASSUMPTIONS))} GB`,
		],
	];
	const text = lines.map(([name = "", sum]) => `${name.padEnd(33)}${sum}`);
	return ["```", ...text, "```"].join("\n");
};

/** The parts of the page that are generated from the inputs, by the name of their block. */
export const sizingTables = (
	inputs: SizingInputs,
	sizes: readonly Size[] = SIZES,
): Record<string, string> => ({
	inputs: `Measured ${inputs.date} on ${inputs.machine}, load ${fixed(inputs.load, 1)}:\n\n${inputRows(inputs)}`,
	reports: reportRows(inputs),
	sizes: sizeRows(inputs, sizes),
	pages: pageRows(inputs),
	example: exampleText(inputs),
});

const place = (name: string) => new RegExp(`(<!-- ${name} -->\\n)[^]*?(<!-- end of ${name} -->)`);

/** The page with its tables replaced. */
export const withTables = (page: string, tables: Readonly<Record<string, string>>): string =>
	Object.entries(tables).reduce((text, [name, table]) => {
		if (!place(name).test(text)) throw new TypeError(`The page has no place for ${name}`);
		return text.replace(
			place(name),
			(_all, before: string, after: string) => `${before}${table}\n${after}`,
		);
	}, page);
