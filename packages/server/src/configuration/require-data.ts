import { accessSync, constants, existsSync } from "node:fs";
import { join } from "node:path";
import { EnvironmentError } from "@footfall/shared/environment";
import { fileFault } from "../faults/file-fault.ts";
import { calledAs } from "./called-as.ts";
import type { Configuration } from "./configuration.ts";

/** Whether all of the product's data is on servers, and none in this machine's data directory. */
export const isOnServers = ({ accounts, events }: Configuration): boolean =>
	"url" in accounts && "url" in events;

/** @throws EnvironmentError if this user may not list the directory, whose data would seem to be missing */
export const requireAccess = ({ dataDirectory }: Configuration): void => {
	try {
		accessSync(dataDirectory, constants.R_OK | constants.X_OK);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw fileFault(error, dataDirectory);
	}
};

/**
 * @throws EnvironmentError if the directory is missing, because a command must not create an empty one instead of the
 * intended one
 */
export const requireDataDirectory = (configuration: Configuration): void => {
	const { dataDirectory } = configuration;
	requireAccess(configuration);
	if (existsSync(dataDirectory)) return;
	throw new EnvironmentError(
		`There is no directory ${dataDirectory}. Set DATA_DIR to where the product keeps its data, set DATABASE_URL and CLICKHOUSE_URL to its servers, or start it there once with "${calledAs()} start".`,
	);
};

/** @throws EnvironmentError if no product ever ran here, for the same reason */
export const requireData = (configuration: Configuration): void => {
	if (isOnServers(configuration)) return;
	requireAccess(configuration);
	const { DATABASE_URL, dataDirectory } = configuration;
	if (existsSync(DATABASE_URL === undefined ? join(dataDirectory, "accounts") : dataDirectory))
		return;
	throw new EnvironmentError(
		`There is no product data in ${dataDirectory}. Set DATA_DIR to where it is, or start the product there once with "${calledAs()} start".`,
	);
};
