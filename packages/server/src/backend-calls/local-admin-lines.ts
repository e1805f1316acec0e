import { AdminError, runAdmin } from "@footfall/api";
import { EnvironmentError } from "@footfall/shared/environment";
import { deleteSiteRows, erasePerson } from "@footfall/store";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import { openDatabases } from "../storage/open-databases.ts";
import { openReplayObjects } from "../storage/replay-objects.ts";

/** Runs an operator's command in this process. @throws EnvironmentError */
export const localAdminLines = async function* (
	configuration: Configuration,
	parameters: readonly string[],
	log: Logger,
): AsyncIterable<string> {
	const { database, store, close } = await openDatabases(configuration, log);
	try {
		yield* runAdmin(
			{
				database,
				store,
				baseUrl: configuration.BASE_URL,
				replayObjects: openReplayObjects(configuration, log),
				deleteEvents: (site) => deleteSiteRows(store, site),
				erasePerson: (site, user) => erasePerson(store, site, user),
			},
			parameters,
		);
	} catch (error) {
		throw error instanceof AdminError ? new EnvironmentError(error.message) : error;
	} finally {
		await close();
	}
};
