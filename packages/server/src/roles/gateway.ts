import { startGateway } from "@footfall/gateway";
import { appendingQueue } from "./queue.ts";
import type { Role } from "./role.ts";

/** Collects: HTTP in, the queue out. */
export const gateway: Role = async (configuration, log) => {
	const { visitors, internalToken } = configuration.secrets();
	const queue = appendingQueue(configuration, log);
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
		log,
	});
	await running.ready;
	return {
		announcement: { port: running.port },
		close: async () => {
			await running.close();
			await queue.close();
		},
	};
};
