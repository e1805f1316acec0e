import http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { pathShape, recordRequest } from "@footfall/shared/request/recent-requests";
import { takeAbsoluteTarget } from "@footfall/shared/request/request-target";
import { createClientErrorHandler, refuseTunnel } from "./connection/client-error.ts";
import { closeGracefully } from "./connection/close-gracefully.ts";
import { createSerialRequests } from "./connection/serial-requests.ts";
import { watchForStalls } from "./connection/stalls.ts";
import { closeUnread } from "./connection/unread.ts";
import { serveFastPath } from "./fast-path/fast-path.ts";
import type { Handler, Intake } from "./request/request-head.ts";

const HEADERS_TIMEOUT_MS = 5_000;
const STALL_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 15_000;
const KEEP_ALIVE_MS = 65_000;
/** How often overdue requests are checked; at Node's own 30 s, the limits above would be met only by chance. */
const CHECK_INTERVAL_MS = 500;

/** The path of a request's target, without its query or, if it has none, without a trailing slash. */
const pathOf = (url: string): string => {
	const query = url.indexOf("?");
	if (query !== -1) return url.slice(0, query);
	return url.endsWith("/") ? url.slice(0, -1) : url;
};

/** The gateway's HTTP server. */
export type GatewayServer = Awaited<ReturnType<typeof startServer>>;

/** Starts listening. @throws when the port is taken */
export const startServer = async ({
	host,
	port,
	lingerMs,
	intakes,
	app,
}: {
	host: string;
	/** 0 lets the system choose. */
	port: number;
	/** How long idle connections are kept when closing. */
	lingerMs: number;
	/** The paths whose POST requests may take the fast path. */
	intakes: ReadonlyMap<string, Intake>;
	/** Answers every other request. */
	app: Handler;
}) => {
	let isClosing = false;
	const requests = createSerialRequests();
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
			const { method, url = "", headers } = request;
			const bodyBytes = Number(headers["content-length"] ?? 0);
			recordRequest(`${method} ${pathShape(url)}`, headers, bodyBytes, url.length);
			const intake = method === "POST" ? intakes.get(pathOf(url)) : undefined;
			if (intake === undefined) app(request, response);
			else intake.handle(request, response);
		},
	);
	server.timeout = STALL_TIMEOUT_MS;
	server.on("clientError", createClientErrorHandler(requests));
	server.on("connect", refuseTunnel);
	const fastPath = serveFastPath(server, {
		intakes,
		isClosing: () => isClosing,
		silentMs: STALL_TIMEOUT_MS,
		keepAliveMs: KEEP_ALIVE_MS,
		handedOver: requests.follow,
	});
	const connections = new Set<Socket>();
	server.on("connection", (socket) => {
		connections.add(socket);
		socket.once("close", () => connections.delete(socket));
	});
	const endLook = closeUnread(connections);

	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, host, resolve);
	});

	return {
		port: (server.address() as AddressInfo).port,
		/** How many are open. */
		connections: () => connections.size,
		isClosing: () => isClosing,
		/** Stops accepting and answers requests in flight. */
		close: (): Promise<void> => {
			isClosing = true;
			return closeGracefully(server, fastPath, lingerMs).finally(endLook);
		},
	};
};
