import { Agent } from "node:http";
import type { ImportState } from "@footfall/api";
import { IMPORTS_PATH } from "@footfall/api/internal-paths";
import { EnvironmentError } from "@footfall/shared/environment";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import type { ImportCalls } from "./import-calls.ts";
import { askBackend, textOf } from "./request-backend.ts";

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

/** Opens the way to whoever has the databases open. */
export const openImportCalls = async (
	configuration: Configuration,
	log: Logger,
): Promise<ImportCalls> => {
	const probe = await askBackend(configuration, IMPORTS_PATH, "{}");
	// The engines take a second to load, and a running backend has them already.
	if (!probe) return (await import("./local-import-calls.ts")).importCallsHere(configuration, log);
	await textOf(probe);
	return askedOf(configuration);
};
