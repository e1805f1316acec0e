import { Agent } from "node:http";
import {
	createFindSite,
	createImportCalls,
	IMPORTS_PATH,
	type ImportCall,
	type ImportState,
	openDatabase,
	startImports,
} from "@footfall/api";
import { importedEvents } from "@footfall/gateway/imported-event";
import { EnvironmentError } from "@footfall/shared/environment";
import type { Logger } from "pino";
import type { Configuration } from "../configuration.ts";
import { accountsLocation } from "../roles/accounts-location.ts";
import { askBackend, textOf } from "../roles/ask-backend.ts";
import { eventStore } from "../roles/event-store.ts";

/** What the command asks whoever has the databases open: a running backend, or this process itself. */
export interface ImportCalls {
	/** @throws EnvironmentError for what cannot be done as it was asked */
	ask(call: ImportCall): Promise<ImportState>;
	close(): Promise<void>;
}

const askedOf = (configuration: Configuration): ImportCalls => {
	const agent = new Agent({ keepAlive: true, maxSockets: 2 });
	return {
		ask: async (call) => {
			const answer = await askBackend(configuration, IMPORTS_PATH, JSON.stringify(call), agent);
			if (!answer)
				throw new EnvironmentError(
					"The backend went away. Run the command again: it goes on where it stopped.",
				);
			const body = JSON.parse(await textOf(answer)) as ImportState & { message: string };
			if (answer.statusCode !== 200) throw new EnvironmentError(body.message);
			return body;
		},
		close: async () => agent.destroy(),
	};
};

const answeredHere = async (configuration: Configuration, log: Logger): Promise<ImportCalls> => {
	const location = accountsLocation(configuration);
	const { database, close } = await openDatabase(location, (err) =>
		log.warn({ err }, "A database connection broke"),
	);
	const store = await eventStore(configuration);
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

/** Opens the way to whoever has the databases open. */
export const openImportCalls = async (
	configuration: Configuration,
	log: Logger,
): Promise<ImportCalls> => {
	const probe = await askBackend(configuration, IMPORTS_PATH, "{}");
	if (!probe) return answeredHere(configuration, log);
	await textOf(probe);
	return askedOf(configuration);
};
