import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Producer } from "@footfall/queue";
import type { Logger } from "@footfall/shared/logger";
import { gatewayApp } from "./app.ts";
import { botLayers } from "./bots/layers.ts";
import { noOperatorRanges, operatorRangesIn } from "./bots/operator-ranges.ts";
import { lastGoodPathOf } from "./configuration/last-good.ts";
import { followConfiguration } from "./configuration/puller.ts";
import { enrichment } from "./enrich/enrich.ts";
import { bundledCityDatabases, openGeo } from "./enrich/geo.ts";
import { userAgentReader } from "./enrich/user-agent-facts.ts";
import { visitorIdsFrom } from "./enrich/visitor-id.ts";
import { type BackendAddress, backendAt } from "./forward/backend.ts";
import { forwarder } from "./forward/forwarder.ts";
import { ingestion } from "./ingest.ts";
import { gatewayMetrics } from "./metrics.ts";
import { countOutcomes } from "./outcome.ts";
import { readiness } from "./readiness.ts";
import { clientAddress, trustedPeers } from "./receive/client-address.ts";
import { pixelHandler } from "./receive/pixel.ts";
import { senderReader } from "./receive/sender.ts";
import { trackHandler } from "./receive/track.ts";
import { trackerFiles } from "./serve/tracker-files.ts";
import { watchForStalls } from "./stalled-request.ts";

export interface GatewayOptions {
	host: string;
	/** 0 lets the system choose. */
	port: number;
	/** The last good configuration and the scripts that pages may have pinned are kept below it. */
	dataDirectory: string;
	/** The installation's secret; keys for each use are derived from it. */
	secret: string;
	/** Addresses, CIDR blocks, `loopback`, `private`. */
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
	log: Logger;
}

export interface Gateway {
	port: number;
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
const GRACE_MS = 8_000;
const IDLE_CHECK_MS = 20;

const isTrackPath = (url: string) =>
	url.startsWith("/api/track") && (url.length === 10 || url[10] === "?" || url === "/api/track/");

/** Starts collecting. @throws when the port is taken or a geo database cannot be read */
export const startGateway = async (options: GatewayOptions): Promise<Gateway> => {
	const { log, producer } = options;
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
	const isTrustedPeer = trustedPeers(options.trustProxy);
	const outcomes = countOutcomes();
	const metrics = gatewayMetrics(outcomes, source);
	let isClosing = false;

	const ingest = ingestion({
		producer,
		geo,
		readUserAgent: userAgentReader(),
		judgeBot: botLayers(
			options.botRanges === undefined ? noOperatorRanges : operatorRangesIn(options.botRanges),
		),
		enrich: enrichment(visitorIdsFrom(options.secret)),
		outcomes,
		appended: metrics.appended,
		appendFailed: metrics.appendFailed,
		log,
	});
	const receiving = {
		ingest,
		outcomes,
		senderOf: senderReader(isTrustedPeer),
		configuration: source.current,
	};
	const track = trackHandler(receiving);
	const app = gatewayApp({
		configuration: source.current,
		tracker: trackerFiles(options),
		pixel: pixelHandler(receiving),
		forward: forwarder({
			backend,
			isTrustedPeer,
			addressOf: ({ socket, headers }) =>
				clientAddress(socket.remoteAddress, headers, isTrustedPeer),
			log,
		}),
		metrics,
		readiness: readiness({
			source,
			failingSince: metrics.failingSince,
			isClosing: () => isClosing,
		}),
		log,
	});

	const server = http.createServer(
		{
			connectionsCheckingInterval: CHECK_INTERVAL_MS,
			headersTimeout: HEADERS_TIMEOUT_MS,
			requestTimeout: REQUEST_TIMEOUT_MS,
			keepAliveTimeout: KEEP_ALIVE_MS,
		},
		(request, response) => {
			if (isClosing) response.shouldKeepAlive = false;
			watchForStalls(response);
			if (request.method === "POST" && isTrackPath(request.url ?? "")) track(request, response);
			else app(request, response);
		},
	);
	server.timeout = STALL_TIMEOUT_MS;

	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(options.port, options.host, resolve);
	});

	return {
		port: (server.address() as AddressInfo).port,
		ready: source.ready,
		close: async () => {
			isClosing = true;
			const closed = new Promise<void>((resolve) => server.close(() => resolve()));
			// A connection whose reply was begun before stays open after it, and nothing else would end it.
			const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
			const overdue = setTimeout(() => server.closeAllConnections(), GRACE_MS);
			await closed;
			clearInterval(idle);
			clearTimeout(overdue);
			await source.close();
			backend?.close();
			await producer.close();
			geo.close();
		},
	};
};
