import { existsSync } from "node:fs";
import { EnvironmentError } from "@footfall/shared/environment";
import type { Configuration } from "./configuration.ts";

/** Whether servers keep all of the product's data, and the data directory of this machine none. */
export const isOnServers = ({ DATABASE_URL, CLICKHOUSE_URL }: Configuration): boolean =>
	DATABASE_URL !== undefined && CLICKHOUSE_URL !== undefined;

/** @throws EnvironmentError where the directory is not there: a command must not make an empty one beside the one that is meant */
export const requireDataDirectory = ({ dataDirectory }: Configuration): void => {
	if (existsSync(dataDirectory)) return;
	throw new EnvironmentError(
		`There is no directory ${dataDirectory}: set DATA_DIR to where the product keeps its data, or DATABASE_URL and CLICKHOUSE_URL to the servers that do, or start it there once with "footfall start".`,
	);
};
