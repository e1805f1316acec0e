import { existsSync } from "node:fs";

/** The first of the paths that exists. */
export const programPath = (...paths: readonly (string | undefined)[]): string | undefined =>
	paths.find((path) => path !== undefined && existsSync(path));
