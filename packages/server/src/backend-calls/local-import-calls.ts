import { createFindSite, createImportCalls, openDatabase, startImports } from "@footfall/api";
import { importedEvents } from "@footfall/gateway/imported-event";
import { EnvironmentError } from "@footfall/shared/environment";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import { accountsLocation } from "../storage/accounts-location.ts";
import { eventStore } from "../storage/event-store.ts";
import type { ImportCalls } from "./import-calls.ts";

/** Answers the command's calls in this process, which opens the databases for it. */
export const importCallsHere = async (
	configuration: Configuration,
	log: Logger,
): Promise<ImportCalls> => {
	const location = accountsLocation(configuration);
	const { database, close } = await openDatabase(location, (err) =>
		log.warn({ err }, "A database connection broke"),
	);
	const store = await eventStore(configuration, log);
	const imports = startImports({
		database,
		store,
		importedEvents,
		logger: log,
		isAlone: "directory" in location,
	});
	const ask = createImportCalls({ imports, findSite: createFindSite(database) });
	return {
		ask: (call) =>
			ask(call).catch((error: unknown) => {
				throw error instanceof Error && error.name === "ApiError"
					? new EnvironmentError(error.message)
					: error;
			}),
		close: async () => {
			await imports.close();
			await close();
			await store.close();
		},
	};
};
