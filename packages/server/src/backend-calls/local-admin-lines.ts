import { AdminError, openDatabase, runAdmin } from "@footfall/api";
import { EnvironmentError } from "@footfall/shared/environment";
import { deleteSiteRows, erasePerson } from "@footfall/store";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import { accountsLocation } from "../storage/accounts-location.ts";
import { eventStore } from "../storage/event-store.ts";
import { replayObjects } from "../storage/replay-objects.ts";

/** Runs one of the operator's commands in this process, which opens the databases for it. @throws EnvironmentError */
export const adminLinesHere = async function* (
	configuration: Configuration,
	parameters: readonly string[],
	log: Logger,
): AsyncIterable<string> {
	const { database, close } = await openDatabase(accountsLocation(configuration), (err) =>
		log.warn({ err }, "A database connection broke"),
	);
	const store = await eventStore(configuration, log);
	try {
		yield* runAdmin(
			{
				database,
				store,
				replayObjects: replayObjects(configuration, log),
				deleteEvents: (site) => deleteSiteRows(store, site),
				erasePerson: (site, user) => erasePerson(store, site, user),
			},
			parameters,
		);
	} catch (error) {
		throw error instanceof AdminError ? new EnvironmentError(error.message) : error;
	} finally {
		await close();
		await store.close();
	}
};
