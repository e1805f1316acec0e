import cluster from "node:cluster";
import { startGateway } from "@footfall/gateway";
import type { Configuration } from "../configuration/configuration.ts";
import { keepGatewayAddress } from "../status/gateway-address.ts";
import { openAppendingQueue } from "../storage/queue.ts";
import { openTracing } from "../tracing/open-tracing.ts";
import type { ProcessRole } from "./role.ts";
import { openWorkerChannel } from "./worker-channel.ts";

/** Time for a request in transit when a gateway starts to stop. */
const LINGER_MS = 1_000;

const workersOf = ({ GATEWAY_WORKERS = 1 }: Configuration) =>
	cluster.isWorker ? GATEWAY_WORKERS : 1;

/** Each process that shares the port gets its share of a site's rate limit. */
const rateOf = (configuration: Configuration) =>
	configuration.SITE_EVENTS_PER_SECOND === undefined
		? undefined
		: configuration.SITE_EVENTS_PER_SECOND / workersOf(configuration);

/** Collects: HTTP in, the queue out. */
export const role: ProcessRole = async (configuration, log) => {
	const { visitors, internalToken } = configuration.secrets();
	const queue = openAppendingQueue(configuration, log);
	const { tracing, close: closeTracing } = await openTracing("gateway", configuration, log);
	const worker = cluster.isWorker ? openWorkerChannel() : undefined;
	const running = await startGateway({
		host: configuration.HOST,
		port: configuration.PORT,
		dataDirectory: configuration.dataDirectory,
		secret: visitors,
		trustProxy: configuration.TRUST_PROXY,
		producer: queue.producer(),
		backend: configuration.backend,
		internalToken,
		trackerDirectory: configuration.trackerDirectory,
		...configuration.lookups,
		siteEventsPerSecond: rateOf(configuration),
		workers: workersOf(configuration),
		metricsToken: configuration.METRICS_TOKEN,
		mergedMetrics: worker?.mergedMetrics,
		lingerMs: LINGER_MS,
		tracing,
		log,
	});
	worker?.count(running.metrics);
	keepGatewayAddress(configuration.dataDirectory, configuration.HOST, running.port);
	return {
		state: { port: running.port },
		ready: running.ready,
		close: async () => {
			await running.close();
			await worker?.leave();
			await queue.close();
			await closeTracing();
		},
	};
};
