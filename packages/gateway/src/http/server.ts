import http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import type { Producer } from "@footfall/queue";
import type { Logger } from "@footfall/shared/logger";
import { takeAbsoluteTarget } from "@footfall/shared/request-target";
import { type BackendAddress, backendAt } from "../backend/backend.ts";
import { botDetector } from "../bots/layers.ts";
import { noOperatorRanges, operatorRangesIn } from "../bots/operator-ranges.ts";
import { queueAppender } from "../ingest/append.ts";
import { bundledCityDatabases, openGeo } from "../lookup/geo.ts";
import { requestContextReader } from "../lookup/request-context.ts";
import { userAgentReader } from "../lookup/user-agent-facts.ts";
import { gatewayMetrics } from "../metrics/gateway-metrics.ts";
import { type MetricsSnapshot, metricsText } from "../metrics/merged-metrics.ts";
import { trackerFiles } from "../scripts/tracker-files.ts";
import { followConfiguration } from "../site-config/configuration-source.ts";
import { lastGoodPathOf } from "../site-config/last-good.ts";
import { gatewayApp } from "./app.ts";
import { collector } from "./collector.ts";
import { answeringClientErrors, refuseTunnel } from "./connection/client-error.ts";
import { closeGracefully } from "./connection/close-gracefully.ts";
import { serialRequests } from "./connection/serial-requests.ts";
import { UNREAD_TIMEOUT_MS, watchForStalls } from "./connection/stalls.ts";
import { serveFastPath } from "./fast-path/fast-path.ts";
import { forwarder } from "./forward/forwarder.ts";
import { metricsHandler } from "./metrics-handler.ts";
import { watchReadiness } from "./readiness.ts";
import { clientAddress } from "./request/client-address.ts";
import { senderReader } from "./request/sender.ts";
import { trustedProxies } from "./request/trusted-proxies.ts";

export interface GatewayOptions {
	host: string;
	/** 0 lets the system choose. */
	port: number;
	/** The last good configuration and the scripts that pages may have pinned are kept below it. */
	dataDirectory: string;
	/** The installation's secret; keys for each use are derived from it. */
	secret: string;
	/** Addresses, CIDR blocks, `loopback`, `private`, `cloudflare`, `<cdn>=<block>`. */
	trustProxy: readonly string[];
	/** Closed together with the gateway. */
	producer: Producer;
	/** Absent where there is none: then the last good configuration serves for good. */
	backend?: BackendAddress | undefined;
	/** What the backend knows its gateways by. */
	internalToken: string;
	/** Holds the built scripts. */
	trackerDirectory: string;
	/** MaxMind DB files; by default the ones that come along. */
	cityDatabases?: readonly string[] | undefined;
	asnDatabase?: string | undefined;
	/** A folder of the addresses that operators of crawlers publish, see `operatorRangesIn`. */
	botRanges?: string | undefined;
	/** Lasting rate that each site may send at, with bursts of ten seconds' worth; absent = any. */
	siteEventsPerSecond?: number | undefined;
	/** Processes that share the port; 1 by default. */
	workers?: number | undefined;
	/** What asks for `/metrics` presents it as Bearer; without one only this machine may ask. */
	metricsToken?: string | undefined;
	/** The metrics of all processes that share the port; absent where this is the only one. */
	mergedMetrics?: (() => Promise<string>) | undefined;
	/** How long idle connections are kept at closing, so that a request on its way still finds somebody. 0 by default. */
	lingerMs?: number | undefined;
	log: Logger;
}

export interface Gateway {
	port: number;
	/** What this process has counted. */
	metrics(): Promise<MetricsSnapshot>;
	/** Resolves when a first configuration is in use: from then on events are taken. */
	ready: Promise<void>;
	/** Stops accepting, answers what is in flight, flushes the producer; within 10 s. */
	close(): Promise<void>;
}

const HEADERS_TIMEOUT_MS = 5_000;
const STALL_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 15_000;
const KEEP_ALIVE_MS = 65_000;
/** How often overdue requests are looked for; Node's own 30 s would make the limits above a matter of luck. */
const CHECK_INTERVAL_MS = 500;

const TRACK_PATH = "/api/track";
const IDENTIFY_PATH = "/api/identify";

/** Whether a request's target is this path, with or without a query or a slash at its end. */
const isPath = (url: string, path: string): boolean => {
	if (!url.startsWith(path)) return false;
	const { length } = path;
	return (
		url.length === length ||
		url[length] === "?" ||
		(url[length] === "/" && url.length === length + 1)
	);
};

/** Starts collecting. @throws when the port is taken or a geo database cannot be read */
export const startGateway = async (options: GatewayOptions): Promise<Gateway> => {
	const { log, producer, lingerMs = 0 } = options;
	const backend = options.backend === undefined ? undefined : backendAt(options.backend);
	const geo = openGeo({
		cityDatabases: options.cityDatabases ?? bundledCityDatabases(),
		asnDatabase: options.asnDatabase,
		log,
	});
	const source = await followConfiguration({
		backend,
		internalToken: options.internalToken,
		lastGoodPath: lastGoodPathOf(options.dataDirectory),
		log,
	});
	const proxies = trustedProxies(options.trustProxy);
	let isClosing = false;
	const readiness = watchReadiness({
		configuration: source.current,
		configurationFault: source.fault,
		producer,
		isClosing: () => isClosing,
		storeDamage: source.storeDamage,
		needsWholeStore: options.backend !== undefined && "socketPath" in options.backend,
	});
	const append = queueAppender({
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
	const collecting = collector({
		append,
		configuration: source.current,
		senderOf: senderReader(proxies),
		readContext: requestContextReader(geo, userAgentReader()),
		detectBot: botDetector(
			options.botRanges === undefined ? noOperatorRanges : operatorRangesIn(options.botRanges),
			options.workers,
		),
		secret: options.secret,
		idDirectory: join(options.dataDirectory, "gateway", "recent-ids"),
		siteEventsPerSecond: options.siteEventsPerSecond,
		log,
	});
	const connections = new Set<Socket>();
	const metrics = gatewayMetrics({
		events: collecting.events.counts,
		identifies: collecting.identifies.counts,
		replays: collecting.replays.counts,
		pages: collecting.pages.counts,
		source,
		connections: () => connections.size,
		oldestQueuedMs: () => readiness.state().oldestQueuedMs,
		isReady: () => readiness.state().ready,
	});
	const ownMetrics = async () => metricsText([await metrics.snapshot()]);
	const app = gatewayApp({
		configuration: source.current,
		tracker: trackerFiles(options),
		pixel: collecting.pixel,
		replay: collecting.replay,
		forward: forwarder({
			backend,
			isTrustedPeer: proxies.isTrusted,
			addressOf: ({ socket, headers }) => clientAddress(socket.remoteAddress, headers, proxies),
			log,
		}),
		metrics: metricsHandler({
			token: options.metricsToken,
			text: options.mergedMetrics ?? ownMetrics,
		}),
		readiness: readiness.state,
		geo: geo.state,
		log,
	});

	const requests = serialRequests();
	const server = http.createServer(
		{
			connectionsCheckingInterval: CHECK_INTERVAL_MS,
			headersTimeout: HEADERS_TIMEOUT_MS,
			requestTimeout: REQUEST_TIMEOUT_MS,
			keepAliveTimeout: KEEP_ALIVE_MS,
		},
		(request, response) => {
			requests.began(request, response);
			if (isClosing) response.shouldKeepAlive = false;
			watchForStalls(response);
			takeAbsoluteTarget(request);
			const { method, url = "" } = request;
			if (method === "POST" && isPath(url, TRACK_PATH)) collecting.track.handle(request, response);
			else if (method === "POST" && isPath(url, IDENTIFY_PATH))
				collecting.identify.handle(request, response);
			else app(request, response);
		},
	);
	server.timeout = STALL_TIMEOUT_MS;
	server.on("clientError", answeringClientErrors(requests));
	server.on("connect", refuseTunnel);
	const direct = serveFastPath(server, {
		takes: new Map([
			[TRACK_PATH, collecting.track.take],
			[IDENTIFY_PATH, collecting.identify.take],
		]),
		isClosing: () => isClosing,
		silentMs: STALL_TIMEOUT_MS,
		keepAliveMs: KEEP_ALIVE_MS,
		unreadMs: UNREAD_TIMEOUT_MS,
		handedOver: requests.follow,
	});
	server.on("connection", (socket) => {
		connections.add(socket);
		socket.once("close", () => connections.delete(socket));
	});

	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(options.port, options.host, resolve);
	});

	return {
		port: (server.address() as AddressInfo).port,
		ready: source.ready,
		metrics: metrics.snapshot,
		close: async () => {
			isClosing = true;
			await closeGracefully(server, direct, lingerMs);
			collecting.close();
			await readiness.close();
			await source.close();
			backend?.close();
			await producer.close();
			geo.close();
		},
	};
};
