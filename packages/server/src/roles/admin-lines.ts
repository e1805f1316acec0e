import { createInterface } from "node:readline";
import { ADMIN_PATH, AdminError, erasePerson, openDatabase, runAdmin } from "@footfall/api";
import { EnvironmentError } from "@footfall/shared/environment";
import { deleteSite } from "@footfall/store";
import type { Logger } from "pino";
import type { Configuration } from "../configuration.ts";
import { accountsLocation } from "./accounts-location.ts";
import { askBackend, textOf } from "./ask-backend.ts";
import { eventStore } from "./event-store.ts";

const linesHere = async function* (
	configuration: Configuration,
	parameters: readonly string[],
	log: Logger,
): AsyncIterable<string> {
	const { database, close } = await openDatabase(accountsLocation(configuration), (err) =>
		log.warn({ err }, "A database connection broke"),
	);
	const store = await eventStore(configuration);
	try {
		yield* runAdmin(
			{
				database,
				store,
				deleteEvents: (site) => deleteSite(store, site),
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

/**
 * What one of the operator's commands prints, line by line: in the running backend where there is one, for it alone
 * has the embedded databases open, and otherwise here.
 * @throws EnvironmentError with what the operator can change
 */
export const adminLines = async function* (
	parameters: readonly string[],
	configuration: Configuration,
	log: Logger,
): AsyncIterable<string> {
	const answer = await askBackend(configuration, ADMIN_PATH, JSON.stringify({ parameters }));
	if (!answer) {
		yield* linesHere(configuration, parameters, log);
		return;
	}
	if (answer.statusCode !== 200) {
		const { message } = JSON.parse(await textOf(answer)) as { message: string };
		throw new EnvironmentError(message);
	}
	// An answer that breaks off ends the lines too; which of the two it was is asked below.
	answer.on("error", () => undefined);
	yield* createInterface({ input: answer, crlfDelay: Number.POSITIVE_INFINITY });
	if (!answer.complete)
		throw new EnvironmentError("The backend went away in the middle; run the command again.");
};
