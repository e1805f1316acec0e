import { openDatabase } from "@footfall/api";
import type { EventStore } from "@footfall/store";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import { openEventStore } from "./event-store.ts";

interface OpenDatabases {
	database: Awaited<ReturnType<typeof openDatabase>>["database"];
	store: EventStore;
	close(): Promise<void>;
}

/** Opens accounts and events in this process, for a command that runs while the product does not. */
export const openDatabases = async (
	configuration: Configuration,
	log: Logger,
): Promise<OpenDatabases> => {
	const { database, close } = await openDatabase(configuration.accounts, (err) =>
		log.warn({ err }, "A database connection was lost"),
	);
	const store = await openEventStore(configuration, log);
	return {
		database,
		store,
		close: async () => {
			await close();
			await store.close();
		},
	};
};
