import { existsSync } from "node:fs";
import { join } from "node:path";
import { EnvironmentError } from "@footfall/shared/environment";

/** Below a data directory while it is restored. */
export const RESTORING = "restoring";

/** @throws EnvironmentError for a data directory whose restore was interrupted: what is there is not all */
export const requireRestored = (dataDirectory: string): void => {
	if (existsSync(join(dataDirectory, RESTORING)))
		throw new EnvironmentError(
			`${dataDirectory}: a restore into it was interrupted, or goes on; empty it, and restore again`,
		);
};
