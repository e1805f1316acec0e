import { existsSync } from "node:fs";
import { EnvironmentError } from "@footfall/shared/environment";
import type { Configuration } from "../configuration.ts";

/** @throws EnvironmentError where the directory is not there: a command must not make an empty one beside the one that is meant */
export const requireDataDirectory = ({ dataDirectory }: Configuration): void => {
	if (existsSync(dataDirectory)) return;
	throw new EnvironmentError(
		`There is no directory ${dataDirectory}: set DATA_DIR to where the product keeps its data, or start it there once with "footfall start".`,
	);
};
