import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "@footfall/shared/logger";
import type { Configuration } from "../configuration/configuration.ts";
import type { HealthPaths } from "./health-paths.ts";

/** The time limit of a health request. */
const REQUEST_TIMEOUT_MS = 5_000;
const MAX_CONNECTIONS = 64;

/** Serves health checks on HEALTH_PORT, if set, for a process without a port of its own. */
export const startHealthServer = async (
	paths: HealthPaths,
	{ HOST, HEALTH_PORT }: Configuration,
	log: Logger,
): Promise<{ close(): Promise<void> }> => {
	if (HEALTH_PORT === undefined) return { close: async () => {} };
	const server = createServer(
		{ requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS },
		(request, response) => {
			if (paths.answer(request, response)) return;
			response.writeHead(404, { "Content-Length": 0 }).end();
		},
	);
	server.maxConnections = MAX_CONNECTIONS;
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(HEALTH_PORT, HOST, resolve);
	});
	log.info({ port: (server.address() as AddressInfo).port }, "Health checks are served");
	return {
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
};
