import { existsSync } from "node:fs";

/** The first of the paths at which there is a program. */
export const programPath = (...paths: readonly (string | undefined)[]): string | undefined =>
	paths.find((path) => path !== undefined && existsSync(path));
