import { Agent } from "node:http";
import { text } from "node:stream/consumers";
import type { ImportState } from "@footfall/api";
import { IMPORTS_PATH } from "@footfall/api/internal-paths";
import { EnvironmentError } from "@footfall/shared/environment";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import type { ImportClient } from "./local-import-calls.ts";
import { postToBackend } from "./post-to-backend.ts";

const openBackendCalls = (configuration: Configuration): ImportClient => {
	const agent = new Agent({ keepAlive: true, maxSockets: 2 });
	return {
		send: async (call) => {
			const answer = await postToBackend(configuration, IMPORTS_PATH, call, agent);
			if (!answer)
				throw new EnvironmentError(
					"The connection to the backend was lost. Run the command again: it continues where it stopped.",
				);
			const body = JSON.parse(await text(answer)) as ImportState & { message: string };
			if (answer.statusCode !== 200) throw new EnvironmentError(body.message);
			return body;
		},
		close: async () => agent.destroy(),
	};
};

/**
 * Calls the running backend if there is one, because only that process can open the embedded databases, and otherwise
 * this process.
 */
export const openImportCalls = async (
	configuration: Configuration,
	log: Logger,
): Promise<ImportClient> => {
	const probe = await postToBackend(configuration, IMPORTS_PATH, {});
	if (probe) {
		await text(probe);
		return openBackendCalls(configuration);
	}
	// The engines take a second to load, and a running backend has loaded them already.
	const { openLocalImportCalls } = await import("./local-import-calls.ts");
	return openLocalImportCalls(configuration, log);
};
