import {
	createFindSite,
	createImportCalls,
	type ImportCall,
	type ImportState,
	startImports,
} from "@footfall/api";
import { createImportedEventOf } from "@footfall/gateway/imported-event";
import { EnvironmentError } from "@footfall/shared/environment";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import { openDatabases } from "../storage/open-databases.ts";

/** The calls of `footfall import`, answered by this process instead of a running backend. */
export interface ImportClient {
	/** @throws EnvironmentError for a call that fails */
	send(call: ImportCall): Promise<ImportState>;
	close(): Promise<void>;
}

/** Executes the calls in this process. */
export const openLocalImportCalls = async (
	configuration: Configuration,
	log: Logger,
): Promise<ImportClient> => {
	const { database, store, close } = await openDatabases(configuration, log);
	const imports = startImports({
		database,
		store,
		importedEvents: createImportedEventOf,
		logger: log,
		isAlone: "directory" in configuration.accounts,
	});
	const carryOut = createImportCalls({ imports, findSite: createFindSite(database) });
	return {
		send: (call) =>
			carryOut(call).catch((error: unknown) => {
				throw error instanceof Error && error.name === "ApiError"
					? new EnvironmentError(error.message)
					: error;
			}),
		close: async () => {
			await imports.close();
			await close();
		},
	};
};
