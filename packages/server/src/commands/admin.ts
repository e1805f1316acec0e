import { once } from "node:events";
import type { Logger } from "pino";
import { adminLines } from "../backend-calls/admin-lines.ts";
import type { Configuration } from "../configuration/configuration.ts";
import { isOnServers, requireDataDirectory } from "../configuration/require-data-directory.ts";

/**
 * Runs one of the operator's commands and prints what it says.
 * @throws EnvironmentError with what the operator can change
 */
export const admin = async (
	parameters: readonly string[],
	configuration: Configuration,
	log: Logger,
): Promise<void> => {
	if (!isOnServers(configuration)) requireDataDirectory(configuration);
	for await (const line of adminLines(parameters, configuration, log))
		if (!process.stdout.write(`${line}\n`)) await once(process.stdout, "drain");
};
