import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { startGateway } from "@footfall/gateway";
import { openEmbeddedQueue, openKafkaQueue } from "@footfall/queue";
import { silentLogger } from "@footfall/shared/logger";
import { defaultSiteSettings } from "@footfall/shared/site";

/** The built gateway with the queue in a directory, or in Kafka if brokers, a topic and the form of records are given. */

const [, , directory, brokers, topic, records] = process.argv;
const snapshot = {
	version: "bench",
	sites: [{ ...defaultSiteSettings, siteId: 1, id: "0123456789ab", organizationId: "bench" }],
	ingestionKeys: [],
};
mkdirSync(join(directory, "gateway"), { recursive: true });
writeFileSync(join(directory, "gateway", "configuration.json"), JSON.stringify(snapshot));

const embedded = openEmbeddedQueue({ directory: join(directory, "queue") });
const queue = brokers
	? openKafkaQueue({ brokers: brokers.split(","), topic, records, spill: embedded })
	: embedded;
const { port } = await startGateway({
	host: "127.0.0.1",
	port: 0,
	dataDirectory: directory,
	secret: "bench",
	trustProxy: ["loopback"],
	producer: queue.producer(),
	internalToken: "bench",
	trackerDirectory: directory,
	log: silentLogger,
});

const cpu = () => {
	const { user, system } = process.cpuUsage();
	return user + system;
};

const delay = monitorEventLoopDelay({ resolution: 2 });
delay.enable();

process.send({ port });
process.on("message", () => {
	process.send({
		cpuMicroseconds: cpu(),
		stored: embedded.depth().records,
		memory: process.memoryUsage(),
		// The longest turn of the event loop since the last report.
		stalledMs: delay.max / 1e6,
	});
	delay.reset();
});
