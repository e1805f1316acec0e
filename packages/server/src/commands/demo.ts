import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import { requireData } from "../configuration/require-data.ts";
import { admin } from "./admin.ts";

/**
 * `footfall demo`: resolves when the site is filled.
 * @throws EnvironmentError with what the operator can change
 */
export const demo = async (
	parameters: readonly string[],
	configuration: Configuration,
	log: Logger,
): Promise<void> => {
	requireData(configuration);
	await admin(["demo", ...parameters], configuration, log);
};
