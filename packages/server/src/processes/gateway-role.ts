import cluster from "node:cluster";
import { startGateway } from "@footfall/gateway";
import type { Configuration } from "../configuration/configuration.ts";
import { appendingQueue } from "../storage/queue.ts";
import type { Role } from "./role.ts";
import { inWorker } from "./worker-channel.ts";

/** A request that is on its way when a gateway begins to stop gets there within this. */
const LINGER_MS = 1_000;

const workersOf = ({ GATEWAY_WORKERS = 1 }: Configuration) =>
	cluster.isWorker ? GATEWAY_WORKERS : 1;

/** Each of the processes that share the port has its part of a site's rate. */
const rateOf = (configuration: Configuration) =>
	configuration.SITE_EVENTS_PER_SECOND === undefined
		? undefined
		: configuration.SITE_EVENTS_PER_SECOND / workersOf(configuration);

/** Collects: HTTP in, the queue out. */
export const gateway: Role = async (configuration, log) => {
	const { visitors, internalToken } = configuration.secrets();
	const queue = appendingQueue(configuration, log);
	const worker = cluster.isWorker ? inWorker() : undefined;
	const running = await startGateway({
		host: configuration.HOST,
		port: configuration.PORT,
		dataDirectory: configuration.dataDirectory,
		secret: visitors,
		trustProxy: configuration.TRUST_PROXY,
		producer: queue.producer(),
		backend:
			configuration.API_URL === undefined
				? { socketPath: configuration.socketPath }
				: { origin: configuration.API_URL },
		internalToken,
		trackerDirectory: configuration.trackerDirectory,
		cityDatabases:
			configuration.GEO_CITY_DATABASE === undefined ? undefined : [configuration.GEO_CITY_DATABASE],
		asnDatabase: configuration.GEO_ASN_DATABASE,
		botRanges: configuration.BOT_RANGES,
		siteEventsPerSecond: rateOf(configuration),
		workers: workersOf(configuration),
		metricsToken: configuration.METRICS_TOKEN,
		mergedMetrics: worker?.mergedMetrics,
		lingerMs: LINGER_MS,
		log,
	});
	worker?.count(running.metrics);
	return {
		announcement: { port: running.port },
		ready: running.ready,
		close: async () => {
			await running.close();
			await worker?.leave();
			await queue.close();
		},
	};
};
