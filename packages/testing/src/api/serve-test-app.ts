import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { silentLogger } from "@footfall/shared/logger";
import { createMailer } from "../../../api/src/accounts/mail.ts";
import { type AppOptions, createApp } from "../../../api/src/app.ts";
import { createQuotas } from "../../../api/src/quotas/quotas.ts";
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
