import { existsSync } from "node:fs";
import { join } from "node:path";
import { EnvironmentError } from "@footfall/shared/environment";
import type { Configuration } from "./configuration.ts";
import { isOnServers } from "./require-data-directory.ts";

/** @throws EnvironmentError where no product ever ran: a command must not make an empty one beside the one that is meant */
export const requireData = (configuration: Configuration): void => {
	if (isOnServers(configuration)) return;
	const { DATABASE_URL, dataDirectory } = configuration;
	const kept = DATABASE_URL === undefined ? join(dataDirectory, "accounts") : dataDirectory;
	if (existsSync(kept)) return;
	throw new EnvironmentError(
		`There is no product's data in ${dataDirectory}: set DATA_DIR to where it is, or start the product there once with "footfall start".`,
	);
};
