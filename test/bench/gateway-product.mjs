import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startGateway } from "@footfall/gateway";
import { openEmbeddedQueue } from "@footfall/queue";
import { silentLogger } from "@footfall/shared/logger";
import { defaultSiteSettings } from "@footfall/shared/site";

/** The built gateway with its real queue in the directory of the first argument. */

const [, , directory] = process.argv;
const snapshot = {
	version: "bench",
	sites: [{ ...defaultSiteSettings, siteId: 1, id: "0123456789ab", organizationId: "bench" }],
	ingestionKeys: [],
};
mkdirSync(join(directory, "gateway"), { recursive: true });
writeFileSync(join(directory, "gateway", "configuration.json"), JSON.stringify(snapshot));

const queue = openEmbeddedQueue({ directory: join(directory, "queue") });
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

process.send({ port });
process.on("message", () =>
	process.send({
		cpuMicroseconds: cpu(),
		stored: queue.depth().records,
		rss: process.memoryUsage.rss(),
	}),
);
