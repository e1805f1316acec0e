import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type AppOptions, createApp, createMailer, createQuotas } from "@footfall/api/testing";
import { silentLogger } from "@footfall/shared/logger";
import { SECRET } from "./test-api.ts";

/** Serves only the app, on a database that the test has opened itself. */
export const serveTestApp = async (
	options: Pick<AppOptions, "database" | "store" | "imports" | "routes"> & Partial<AppOptions>,
) => {
	const server = createServer(
		createApp({
			deleteEvents: async () => {},
			erasePerson: async () => true,
			quotas: createQuotas(options.database),
			mailer: createMailer(undefined, silentLogger),
			keyRequestsPerMinute: 0,
			secret: SECRET,
			internalToken: "unused",
			disableSignup: false,
			trustForwarded: true,
			logger: silentLogger,
			...options,
		}),
	);
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
};
