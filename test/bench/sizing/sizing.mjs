import { fork } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { measureGateway, nextMessage } from "./gateways.mjs";
import { brokersHere } from "./process-times.mjs";

/**
 * Measures the inputs from which docs/sizing.md derives machines, and prints its tables; `--write` puts them and the
 * measured inputs there, and `--stored` derives the tables from the inputs of the last such run. About ten minutes on a
 * quiet machine with two cores. SITES (1000000,5000000) are the sizes of the sites that are queried, in events within
 * 28 days, SOURCE_EVENTS (250000) the events that the loader stores, ROUNDS (3) of reports, and LOAD_EVENTS (150000) go
 * to each gateway. EVENTS_PER_MONTH, LARGEST_SITE (0.1), USUAL_SITE (0.01) and PAGES_PER_HOUR (200) show a custom size
 * instead of the page's. Needs `npm run build`, Linux, java, and mvn the first time.
 */

const SIZES = (process.env.SITES ?? "1000000,5000000").split(",").map(Number);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
/** Events sent to a gateway at full and at half speed. */
const LOAD_EVENTS = Number(process.env.LOAD_EVENTS ?? 150_000);
/** Events of the later 28 days that the loader stores; sites are made of copies of them. */
const SOURCE_EVENTS = Number(process.env.SOURCE_EVENTS ?? 250_000);

/** A custom size to show instead of those of the page. */
const EVENTS_PER_MONTH = Number(process.env.EVENTS_PER_MONTH ?? 0);
const OWN_SIZES =
	EVENTS_PER_MONTH > 0
		? [false, true].map((isSpread) => ({
				name: `${EVENTS_PER_MONTH / 1e6} M${isSpread ? ", spread" : ""}`,
				eventsPerMonth: EVENTS_PER_MONTH,
				largestSite: Number(process.env.LARGEST_SITE ?? 0.1),
				usualSite: Number(process.env.USUAL_SITE ?? 0.01),
				pagesPerHour: Number(process.env.PAGES_PER_HOUR ?? 200),
				isSpread,
			}))
		: undefined;

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const INPUTS = at("inputs.json");
const PAGE = at("../../../docs/sizing.md");
const imported = async (url) => (await runnerImport(fileURLToPath(url))).module;

const gatewayFigures = ({ full, half, megabytes }) => ({
	cpuPerMillion: full.cpuPerMillion,
	cpuPerMillionAtHalf: half.cpuPerMillion,
	perSecond: full.requestsPerSecond,
	p50Ms: half.p50,
	p99Ms: half.p99,
	megabytes,
});

/** Three significant digits are enough, and keep files comparable. */
const rounded = (_name, value) =>
	typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(3)) : value;

/** The measurements as `SizingInputs`. */
const inputsOf = ({ load, gateway, gatewayOnKafka, store }) => ({
	date: new Date().toISOString().slice(0, 10),
	machine: `${cpus().length} cores (${cpus()[0].model}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`,
	load,
	gateway: gatewayFigures(gateway),
	gatewayOnKafka: gatewayFigures(gatewayOnKafka),
	broker: { cpuPerMillion: gatewayOnKafka.full.brokerCpuPerMillion },
	loader: {
		cpuPerMillion: store.loader.cpuPerMillion,
		perSecond: store.loader.perSecond,
		megabytes: store.loader.megabytes,
	},
	loaderOnKafka: { cpuPerMillion: store.loaderFromKafka.cpuPerMillion },
	engine: {
		insertPerMillion: store.loader.enginePerMillion,
		mergePerMillion: store.mergePerMillion,
		rollupPerMillion: store.rollupPerMillion,
	},
	bytes: {
		...store.bytes,
		request: gateway.full.sentBytes / gateway.full.replies,
		response: gateway.full.receivedBytes / gateway.full.replies,
	},
	accounts: store.accounts,
	sites: store.sites.map(({ recentEvents, fromEvents, fromDays }) => ({
		events: recentEvents,
		fromEvents: fromEvents.reports,
		fromDays: fromDays.reports,
		megabytes: Math.max(fromEvents.megabytes, fromDays.megabytes),
	})),
});

const measure = async () => {
	const load = loadavg()[0];
	const { startKafka } = await imported(
		import.meta.resolve("@footfall/testing/kafka/kafka-broker"),
	);
	console.error("a gateway");
	const gateway = await measureGateway(LOAD_EVENTS);
	const cluster = await startKafka();
	try {
		const [broker] = brokersHere();
		if (broker === undefined)
			throw new Error("KAFKA_BROKERS is set: a broker of our own is measured");
		const brokers = cluster.brokers.join(",");
		const newTopic = async () => {
			const { openKafkaQueue } = await import("@footfall/queue");
			const topic = cluster.newTopic();
			const queue = openKafkaQueue({ brokers: cluster.brokers, topic });
			await queue.createTopics({ partitions: 12 });
			await queue.close();
			return topic;
		};
		console.error("a gateway with Kafka");
		const gatewayOnKafka = await measureGateway(
			LOAD_EVENTS,
			[brokers, await newTopic()],
			broker.pid,
		);
		console.error("loader and store");
		const topic = await newTopic();
		const options = {
			...{ sizes: SIZES, sourceEvents: SOURCE_EVENTS, rounds: ROUNDS },
			...{ brokers, topic, brokerLog: broker.log },
		};
		const child = fork(at("measure-store.mjs"), [JSON.stringify(options)], {
			env: { ...process.env, UV_THREADPOOL_SIZE: "16" },
		});
		const store = await nextMessage(child);
		return inputsOf({ load, gateway, gatewayOnKafka, store });
	} finally {
		await cluster.remove();
	}
};

// Ending this process by a signal also ends the broker and the other parts.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

const isStored = process.argv.includes("--stored");
const inputs = isStored ? JSON.parse(readFileSync(INPUTS, "utf8")) : await measure();
const { sizingTables, withTables } = await imported(new URL("sizing-page.ts", import.meta.url));
const tables = sizingTables(inputs, OWN_SIZES);
console.log(Object.values(tables).join("\n\n"));
if (process.argv.includes("--write") && !OWN_SIZES) {
	writeFileSync(INPUTS, `${JSON.stringify(inputs, rounded, "\t")}\n`);
	writeFileSync(PAGE, withTables(readFileSync(PAGE, "utf8"), tables));
} else if (!isStored) console.log(`\n${JSON.stringify(inputs, rounded)}`);
