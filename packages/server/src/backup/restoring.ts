import { existsSync } from "node:fs";
import { join } from "node:path";
import { EnvironmentError } from "@footfall/shared/environment";

/** Exists below a data directory during a restore. */
export const RESTORING = "restoring";

/** @throws EnvironmentError for a data directory whose restore was interrupted, because its data is incomplete */
export const requireRestored = (dataDirectory: string): void => {
	if (existsSync(join(dataDirectory, RESTORING)))
		throw new EnvironmentError(
			`${dataDirectory}: a restore into it was interrupted or is still running; if none is running, empty it and restore again`,
		);
};
