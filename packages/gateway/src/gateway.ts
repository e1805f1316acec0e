import { join } from "node:path";
import type { Producer } from "@footfall/queue";
import type { Logger } from "@footfall/shared/logger";
import type { Tracing } from "@footfall/shared/tracing/tracing";
import { type BackendAddress, openBackend } from "./backend/backend.ts";
import { startReports } from "./backend/report-outcomes.ts";
import { createBotDetector } from "./bots/layers.ts";
import { operatorRangesIn } from "./bots/operator-ranges.ts";
import { createGatewayApp } from "./http/app.ts";
import { withBackendMetrics } from "./http/backend-metrics.ts";
import { createClientRoutes } from "./http/clients/client-routes.ts";
import { googleEndpoints } from "./http/clients/google-endpoints.ts";
import { matomoEndpoint } from "./http/clients/matomo-endpoint.ts";
import { plausibleEndpoint } from "./http/clients/plausible-endpoint.ts";
import { segmentEndpoints } from "./http/clients/segment-endpoints.ts";
import { umamiBatchEndpoint, umamiEndpoint } from "./http/clients/umami-endpoints.ts";
import { createForwarder } from "./http/forward/forwarder.ts";
import { createIdentifyIntake } from "./http/identify.ts";
import { createIngestEach } from "./http/ingest-each.ts";
import { openLiveStreams } from "./http/live/live-streams.ts";
import { createMetricsHandler } from "./http/metrics-handler.ts";
import { createPixelHandler } from "./http/pixel.ts";
import { watchReadiness } from "./http/readiness.ts";
import { createReplayHandler } from "./http/replay.ts";
import { clientAddress } from "./http/request/client-address.ts";
import { createSenderReader } from "./http/request/sender.ts";
import { createTrustedProxies } from "./http/request/trusted-proxies.ts";
import { type GatewayServer, startServer } from "./http/server.ts";
import { createTrackIntake } from "./http/track.ts";
import { createQueueAppender } from "./ingest/append.ts";
import { openPipeline } from "./ingest/pipeline.ts";
import { startTakingResends } from "./ingest/take-resends.ts";
import { installedGeoDatabases, openGeo } from "./lookup/geo.ts";
import { createRequestContextReader } from "./lookup/request-context.ts";
import { createUserAgentReader } from "./lookup/user-agent-facts.ts";
import { createGatewayMetrics } from "./metrics/gateway-metrics.ts";
import { type MetricsSnapshot, metricsText } from "./metrics/merged-metrics.ts";
import { createTrackerFiles } from "./scripts/tracker-files.ts";
import { followConfiguration } from "./site-config/configuration-source.ts";
import { lastGoodPathOf } from "./site-config/last-good.ts";

export interface GatewayOptions {
	host: string;
	/** 0 lets the system choose. */
	port: number;
	/** The last good configuration and scripts that pages may have pinned are stored below it. */
	dataDirectory: string;
	/** The installation's secret; keys for each use are derived from it. */
	secret: string;
	/** Addresses, CIDR blocks, `loopback`, `private`, `cloudflare`, `<cdn>=<block>`. */
	trustProxy: readonly string[];
	/** Closed together with the gateway. */
	producer: Producer;
	/** Absent where there is none: then the last good configuration stays in use. */
	backend?: BackendAddress | undefined;
	/** Authenticates this gateway to the backend. */
	internalToken: string;
	/** Holds the built scripts. */
	trackerDirectory: string;
	/** MaxMind DB files; the bundled ones by default. */
	cityDatabases?: readonly string[] | undefined;
	asnDatabase?: string | undefined;
	/** A folder of the addresses that crawler operators publish, see `operatorRangesIn`. */
	botRanges?: string | undefined;
	/** Sustained rate at which each site may send, with bursts of ten seconds' worth; absent = unlimited. */
	siteEventsPerSecond?: number | undefined;
	/** Processes that share the port; 1 by default. */
	workers?: number | undefined;
	/** Bearer token for `/metrics`; without one only this machine has access. */
	metricsToken?: string | undefined;
	/** The metrics of all processes that share the port; absent where this is the only one. */
	mergedMetrics?: (() => Promise<string>) | undefined;
	/** How long idle connections are kept when closing, for requests that are on their way. 0 by default. */
	lingerMs?: number | undefined;
	/** Absent unless traces are exported. */
	tracing?: Tracing | undefined;
	log: Logger;
}

export interface Gateway {
	port: number;
	/** The metrics of this process. */
	metrics(): Promise<MetricsSnapshot>;
	/** Resolves when a first configuration is in use: from then on events are accepted. */
	ready: Promise<void>;
	/** Stops accepting, answers requests in flight and flushes the producer; within 10 s. */
	close(): Promise<void>;
}

/** Where clients of other products send, unmodified. */
const CLIENT_ENDPOINTS = [
	plausibleEndpoint,
	umamiEndpoint,
	umamiBatchEndpoint,
	...googleEndpoints,
	matomoEndpoint,
	...segmentEndpoints,
];

/** Starts collecting. @throws when the port is taken or a geo database cannot be read */
export const startGateway = async (options: GatewayOptions): Promise<Gateway> => {
	const { log, producer, internalToken } = options;
	const backend = options.backend === undefined ? undefined : openBackend(options.backend);
	const isBackendLocal = options.backend !== undefined && "socketPath" in options.backend;
	const geo = openGeo(options);
	if (options.cityDatabases === undefined && !installedGeoDatabases().hasCities)
		log.warn(
			{},
			"The city database is not installed, so events have only a country; docs/deploy.md explains how to install it",
		);
	const source = await followConfiguration({
		backend,
		internalToken,
		lastGoodPath: lastGoodPathOf(options.dataDirectory),
		log,
	});
	const proxies = createTrustedProxies(options.trustProxy);
	let server: GatewayServer | undefined;
	const readiness = watchReadiness({
		configuration: source.current,
		configurationFault: source.fault,
		producer,
		isClosing: () => server?.isClosing() ?? false,
		storeDamage: source.storeDamage,
		isBackendReached: source.isReached,
		needsBackend: isBackendLocal,
	});
	const append = createQueueAppender({
		producer,
		appended: (ms) => {
			metrics.appended(ms);
			readiness.stored();
		},
		appendFailed: (reason) => {
			metrics.appendFailed();
			readiness.notStored(reason);
		},
		log,
	});
	const pipeline = openPipeline({
		append,
		readContext: createRequestContextReader(geo, createUserAgentReader()),
		detectBot: createBotDetector(operatorRangesIn(options.botRanges), options.workers),
		secret: options.secret,
		idDirectory: join(options.dataDirectory, "gateway", "recent-ids"),
		siteEventsPerSecond: options.siteEventsPerSecond,
		tracing: options.tracing,
		log,
	});
	const reporting = backend && startReports(pipeline, { backend, internalToken, log });
	const configuration = source.current;
	const { resend } = pipeline;
	const resending =
		backend && startTakingResends({ backend, internalToken, configuration, resend, log });
	const metrics = createGatewayMetrics({
		pipeline,
		source,
		connections: () => server?.connections() ?? 0,
		readiness: readiness.state,
	});
	const collecting = {
		...pipeline,
		configuration: source.current,
		senderOf: createSenderReader(proxies),
	};
	const ingestEach = createIngestEach();
	const live = backend && openLiveStreams(backend, internalToken, log);
	const gatewayText =
		options.mergedMetrics ?? (async () => metricsText([await metrics.snapshot()]));
	const app = createGatewayApp({
		configuration: source.current,
		tracker: createTrackerFiles(options),
		pixel: createPixelHandler(collecting),
		replay: createReplayHandler(collecting),
		clients: createClientRoutes(CLIENT_ENDPOINTS, collecting, ingestEach),
		forward: createForwarder({
			backend,
			isTrustedPeer: proxies.isTrusted,
			addressOf: ({ socket, headers }) => clientAddress(socket.remoteAddress, headers, proxies),
			live,
			log,
		}),
		metrics: createMetricsHandler({
			token: options.metricsToken,
			text: withBackendMetrics(gatewayText, isBackendLocal ? backend : undefined, internalToken),
		}),
		readiness: readiness.state,
		geo: geo.state,
		log,
	});

	server = await startServer({
		host: options.host,
		port: options.port,
		lingerMs: options.lingerMs ?? 0,
		intakes: new Map([
			["/api/track", createTrackIntake(collecting, ingestEach)],
			["/api/identify", createIdentifyIntake(collecting)],
		]),
		app,
	});
	return {
		port: server.port,
		ready: source.ready,
		metrics: metrics.snapshot,
		close: async () => {
			await live?.close();
			await server?.close();
			await resending?.close();
			await reporting?.close();
			pipeline.close();
			await readiness.close();
			await source.close();
			backend?.close();
			await producer.close();
			geo.close();
		},
	};
};
